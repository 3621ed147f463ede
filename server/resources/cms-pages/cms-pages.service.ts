import type { z } from 'zod'
import type { cmsPageFields } from '#contract/cms-pages.ts'
import type { ContentDeps } from '../../deps.ts'
import { cleanRichText } from '../../rich-text/clean-rich-text.ts'
import { recordsOf } from '../standard/records-of.ts'
import { cmsPageList } from './cms-pages.repository.ts'

type Fields = z.output<typeof cmsPageFields> & { code?: string | undefined }

/** CMS pages with cleaned content; the code of a page stays. */
export const cmsPageRecords = recordsOf(cmsPageList, {
  prepare: async ({ settings: { publicUrl } }: ContentDeps, fields: Fields): Promise<Fields> => ({
    ...fields,
    content: await cleanRichText('content', fields.content, { publicUrl, videos: true }),
  }),
  toColumns: ({ title, content, code }, current) => ({ title, content, ...(!current && { code }) }),
})
