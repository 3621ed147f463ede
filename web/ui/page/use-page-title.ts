import { useDocumentTitle } from '@mantine/hooks'
import { PRODUCT_NAME } from './brand.tsx'

/** Shows the title of the page in the browser tab, with the name of the product. */
export const usePageTitle = (title: string) => useDocumentTitle(`${title} · ${PRODUCT_NAME}`)
