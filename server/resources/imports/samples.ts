import type { Db } from '../../db/schema.ts'
import type { TableRow } from '../../tables/reading/table-row.ts'
import { readingOf, type StoredReading, updateReading } from './rehearsals.repository.ts'

const SAMPLES = 3
const LONGEST_SAMPLE = 60
/** More columns show none. */
const MOST_SAMPLED = 200

/** What keeps some values of each column, from the first rows of a file. */
export const samplesOf = (db: Db, id: string, columns: number) => async (rows: TableRow[]) => {
  const samples = Array.from({ length: Math.min(columns, MOST_SAMPLED) }, (_, place) =>
    [...new Set(rows.map(({ cells }) => (cells[place] ?? '').trim().slice(0, LONGEST_SAMPLE)))]
      .filter(Boolean)
      .slice(0, SAMPLES),
  )
  const { reading } = await db
    .selectFrom('import_rehearsals')
    .select('reading')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await updateReading(db, id, {
    reading: JSON.stringify({ ...readingOf({ reading }), samples } satisfies StoredReading),
  })
}
