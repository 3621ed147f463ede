import type { Db, RecordTable } from '../db/schema.ts'

/** Whether a record with this id exists and is not deleted; only such records can be chosen. */
export async function isActive(db: Db, table: RecordTable, id: string) {
  const found = await db
    .selectFrom(table as 'years')
    .select('id')
    .where('id', '=', id)
    .where('is_deleted', '=', 0)
    .executeTakeFirst()
  return found !== undefined
}
