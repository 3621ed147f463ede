import type { Page } from '@playwright/test'

/** What the page of an import says of a file without a difference. */
export const UNCHANGED = /^Nothing to import: (all [\d,]+ rows are|the only row is) unchanged\.$/

/** The heading above the columns of a file, which has the focus once the file is read. */
export const columnsOf = (page: Page) => page.getByRole('heading', { name: 'Columns', level: 2 })

/** The heading above what a file would do. */
export const resultOf = (page: Page, file: string) =>
  page.getByRole('heading', { name: `What ${file} would do`, level: 2 })
