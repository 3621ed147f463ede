import { useEffect } from 'react'
import { PRODUCT_NAME } from './brand.tsx'

/** Names the browser's tab after what it shows. */
export function useDocumentTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`
  }, [title])
}
