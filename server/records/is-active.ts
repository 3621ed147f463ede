import type { Db, RecordTable } from '../db/schema.ts'
import { refused } from '../errors.ts'

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

/** Refuses the choice of a record that does not exist or is deleted: 422 `message` on `field`. */
export async function refuseInactive(
  db: Db,
  table: RecordTable,
  id: string | undefined,
  field: string,
  message: string,
) {
  if (id === undefined || !(await isActive(db, table, id))) throw refused(field, message)
}
