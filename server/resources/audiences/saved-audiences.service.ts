import type { z } from 'zod'
import type { savedAudienceFields } from '#contract/audiences.ts'
import { recordsOf } from '../records/records-of.ts'
import { audienceList, withSentences } from './saved-audiences.repository.ts'

/** Audiences that have a name. */
export const audienceRecords = recordsOf(audienceList, {
  toColumns: ({ audience, ...fields }: z.output<typeof savedAudienceFields>) => ({
    ...fields,
    // What a caller of many records leaves out is kept.
    audience: audience && JSON.stringify(audience),
  }),
  finish: withSentences,
})
