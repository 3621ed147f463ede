import type { z } from 'zod'
import type { cmsPageFields } from '#contract/cms-pages.ts'
import { nowOrLater } from '../../records/later-edits.ts'
import { type Cleaned, recordsOf } from '../records/records-of.ts'
import { cmsPageList } from './cms-pages.repository.ts'

type Fields = Cleaned<'cms_pages', z.output<typeof cmsPageFields> & { code?: string | undefined }>

/** CMS pages; a page's code never changes. */
export const cmsPageRecords = recordsOf(cmsPageList, {
  toColumns: ({ code, ...fields }: Fields, current, change) => ({
    ...nowOrLater('cms_pages', fields, current, change),
    ...(!current && { code }),
  }),
})
