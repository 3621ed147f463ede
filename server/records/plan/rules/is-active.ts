import { engineOf } from '../../../db/engines/engine.ts'
import { readQuery } from '../../../db/raw-query.ts'
import type { Db, RecordTable } from '../../../db/schema.ts'

/** Whether a record with this id exists and is not deleted; only those can be chosen. */
export async function isActive(db: Db, table: RecordTable, id: string) {
  const found = await db
    .selectFrom(table as 'years')
    .select('id')
    .where('id', '=', id)
    .where('is_deleted', '=', 0)
    .executeTakeFirst()
  return found !== undefined
}

/** Those of these records that are deleted. */
export async function deletedAmong(db: Db, table: RecordTable, ids: string[]) {
  const found = await readQuery<{ id: string }>(
    db,
    `select id from ${table} where is_deleted = 1 and id in ${engineOf(db).textsFromJson}`,
    [JSON.stringify(ids)],
  )
  return found.map(({ id }) => id)
}
