import type { Audience } from '#contract/audience.ts'
import type { SavedAudience } from '#contract/audiences.ts'
import { type List, newestFirst, type RowOf } from '../../db/lists/list-page.ts'
import type { Db } from '../../db/schema.ts'
import { recordColumns } from '../../records/activity.ts'
import { listedColumns, ownColumns } from '../../records/own-columns.ts'
import { toRecord } from '../../records/undo/to-record.ts'
import { audiencesInWords } from './audience-words.ts'

const selectAudiences = (db: Db) =>
  db.selectFrom('audiences').select(recordColumns('audiences')).select(ownColumns('audiences'))

type Row = RowOf<typeof selectAudiences>
/** An audience without its sentence. */
type Unsaid = Omit<SavedAudience, 'meant_for' | 'audience'> & { audience: Audience }

const toAudience = ({ audience, ...row }: Row): Unsaid => ({
  ...toRecord(row),
  audience: JSON.parse(audience) as Audience,
})

export const audienceList: List<Row, Unsaid, 'audiences'> = {
  table: 'audiences',
  select: selectAudiences,
  toWire: toAudience,
  // Names in the sentences may change.
  reads: ['admins', 'rv_types', 'years', 'models'],
  columns: listedColumns('audiences'),
  order: newestFirst('audiences'),
}

/** The same with each one's sentence. */
export async function withSentences(db: Db, records: Unsaid[]): Promise<SavedAudience[]> {
  const sentences = await audiencesInWords(
    db,
    records.map(({ audience }) => audience),
  )
  return records.map((record, place) => ({ ...record, meant_for: sentences[place] ?? '' }))
}
