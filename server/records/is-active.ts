import type { Db, RecordTable } from '../db/schema.ts'
import { chunksOf } from './change.ts'

/** Whether a record with this id exists and is not deleted; only such records can be chosen. */
export const isActive = async (db: Db, table: RecordTable, id: string) => (await activeAmong(db, table, [id])).has(id)

/** The ids of those of these records that exist and are not deleted. */
export async function activeAmong(db: Db, table: RecordTable, ids: string[]) {
  const active = new Set<string>()
  for (const some of chunksOf(ids)) {
    const found = await db
      .selectFrom(table as 'years')
      .select('id')
      .where('id', 'in', some)
      .where('is_deleted', '=', 0)
      .execute()
    for (const { id } of found) active.add(id)
  }
  return active
}
