import type { z } from 'zod'
import type { SavedAudience, savedAudienceFields } from '#contract/audiences.ts'
import { readRow } from '../../records/rows.ts'
import { type Records, recordsOf } from '../records/records-of.ts'
import { type MeantOn, refuseUncountable } from './audiences.service.ts'
import { audienceList, withSentences } from './saved-audiences.repository.ts'

type Fields = z.output<typeof savedAudienceFields>

const records = recordsOf(audienceList, {
  toColumns: ({ audience, ...fields }: Fields) => ({
    ...fields,
    // What a call for many records leaves out is kept.
    audience: audience && JSON.stringify(audience),
  }),
  finish: withSentences,
})

/** Audiences that have a name. Conditions are checked as a count does, when they are new: the rest may be edited. */
export const audienceRecords: Records<SavedAudience, Fields, MeantOn> = {
  ...records,
  async add(deps, fields, write) {
    await refuseUncountable(deps, fields.audience)
    return records.add(deps, fields, write)
  },
  async edit(deps, edit, write) {
    const { audience } = edit.fields
    const current = await readRow(deps.db, 'audiences', edit.id)
    if (audience && JSON.stringify(audience) !== current['audience']) await refuseUncountable(deps, audience)
    return records.edit(deps, edit, write)
  },
}
