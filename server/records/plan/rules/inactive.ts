import { engineOf } from '../../../db/engines/engine.ts'
import { readQuery } from '../../../db/raw-query.ts'
import type { Db, RecordTable } from '../../../db/schema.ts'
import { keyOf, type Undoing } from './rule.ts'
import { deletedBefore } from './state-before.ts'

/**
 * Those of these records that are deleted or missing, so that others must not refer to them. For an undo, only those
 * that it does not restore and that were active before its change.
 */
export async function inactiveAmong(db: Db, table: RecordTable, ids: string[], undoing?: Undoing) {
  // PostgreSQL plans the query for a single one faster.
  const [only = '', ...others] = ids
  const rows = await readQuery<{ id: string; is_deleted: number }>(
    db,
    `select id, is_deleted from ${table} where id in ${others.length ? engineOf(db).textsFromJson : '(?)'}`,
    [others.length ? JSON.stringify(ids) : only],
  )
  const active = new Set(rows.flatMap(({ id, is_deleted }) => (is_deleted ? [] : id)))
  const inactive = ids.filter((id) => !active.has(id))
  if (!undoing) return inactive
  const staying = inactive.filter((id) => !undoing.ahead?.returning.has(keyOf(table, id)))
  const wereDeleted = await deletedBefore(db, undoing.seq, staying)
  return staying.filter((id) => !wereDeleted.has(id))
}
