import type { Db, RecordTable } from '../db/schema.ts'

/** Whether there is a record with this id that is not deleted: only such a one may be chosen anew. */
export async function isActive(db: Db, table: RecordTable, id: string) {
  const found = await db
    .selectFrom(table as 'years')
    .select('id')
    .where('id', '=', id)
    .where('is_deleted', '=', 0)
    .executeTakeFirst()
  return found !== undefined
}
