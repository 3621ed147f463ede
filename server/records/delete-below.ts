import type { Db, RecordTable } from '../db/schema.ts'
import type { AnyChange } from './open-change.ts'
import { setDeleted } from './plan/write.ts'
import { deletedWith } from './record-tables.ts'

/**
 * Deletes whatever is deleted together with records of `table`. Resolves to how many of each kind. Call it in a
 * transaction.
 */
export async function deleteBelow(db: Db, table: RecordTable, ids: string[], change: AnyChange) {
  const gone: Partial<Record<RecordTable, number>> = {}
  for (const below of deletedWith(table)) {
    const count = await setDeleted(db, below.table, { [below.column]: ids }, true, change)
    gone[below.table] = (gone[below.table] ?? 0) + count
  }
  return gone
}
