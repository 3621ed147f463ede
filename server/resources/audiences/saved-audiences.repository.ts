import type { Audience } from '#contract/audience.ts'
import type { SavedAudience } from '#contract/audiences.ts'
import type { Db } from '../../db/schema.ts'
import { listOf, selectRecords } from '../../records/list-of.ts'
import { toRecord } from '../../records/to-record.ts'
import { audiencesInWords } from './audience-words.ts'

/** An audience without its sentence. */
type Unsaid = Omit<SavedAudience, 'meant_for' | 'audience'> & { audience: Audience }

export const audienceList = listOf('audiences', {
  select: (db) => selectRecords(db, 'audiences'),
  toWire: ({ audience, ...row }): Unsaid => ({ ...toRecord(row), audience: JSON.parse(audience) as Audience }),
  // Names in the sentences may change.
  reads: ['rv_types', 'years', 'models'],
})

/** The same with each one's sentence. */
export async function withSentences(db: Db, records: Unsaid[]): Promise<SavedAudience[]> {
  const sentences = await audiencesInWords(
    db,
    records.map(({ audience }) => audience),
  )
  return records.map((record, place) => ({ ...record, meant_for: sentences[place] ?? '' }))
}
