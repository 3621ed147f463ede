import type { z } from 'zod'
import type { cmsPageFields } from '#contract/cms-pages.ts'
import { datesOf, refuseDisorder } from '../records/publishing.ts'
import { type Cleaned, recordsOf } from '../records/records-of.ts'
import { cmsPageList } from './cms-pages.repository.ts'

type Fields = Cleaned<'cms_pages', z.output<typeof cmsPageFields> & { code?: string | undefined }>

/** CMS pages; the code of a page stays. */
export const cmsPageRecords = recordsOf(cmsPageList, {
  toColumns: ({ title, content, code, ...dates }: Fields, current) => ({
    title,
    content,
    ...(!current && { code }),
    ...datesOf(dates),
  }),
  check: refuseDisorder,
})
