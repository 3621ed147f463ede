import type { z } from 'zod'
import type { templateFields } from '#contract/templates.ts'
import { recordsOf } from '../records/records-of.ts'
import { templateList } from './templates.repository.ts'

/** Texts of messages that are sent repeatedly. */
export const templateRecords = recordsOf(templateList, {
  toColumns: ({ link, ...fields }: z.output<typeof templateFields>) => ({
    ...fields,
    // What an edit leaves out is kept.
    link: link && JSON.stringify(link),
  }),
})
