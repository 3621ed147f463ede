import type { Db, RecordTable } from '../../../db/schema.ts'
import { refused } from '../../../errors.ts'
import { titlesOf } from '../../open-change.ts'
import { parentsOf, recordTables, wireName } from '../../record-tables.ts'
import { isActive } from './is-active.ts'

/** Refuses to restore a record below a deleted one: 422 on the field that refers to it. */
export async function refuseInactiveParents(db: Db, table: RecordTable, row: Record<string, unknown>) {
  for (const { column, refersTo } of parentsOf(table)) {
    const id = String(row[column])
    if (!(await isActive(db, refersTo, id))) throw await inactiveParent(db, table, { column, refersTo, id })
  }
}

/** The refusal of a record because its column refers to a deleted one. */
export async function inactiveParent(
  db: Db,
  table: RecordTable,
  { column, refersTo, id }: { column: string; refersTo: RecordTable; id: string },
) {
  const name = (await titlesOf(db, refersTo, [id])).get(id) ?? ''
  return refused(wireName(table, column), isInactive(refersTo, name), 'inactive')
}

/** Says that a record must be restored before another can be. */
export const isInactive = (table: RecordTable, name: string) =>
  `The ${recordTables[table].noun[0]} “${name}” is Inactive. Please restore it first.`
