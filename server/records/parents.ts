import type { Db, RecordTable } from '../db/schema.ts'
import { refused } from '../errors.ts'
import { isActive } from './is-active.ts'
import { titlesOf } from './open-change.ts'
import { parentsOf, recordTables, wireName } from './record-tables.ts'

/**
 * Refuses to bring back a record below one that is deleted: 422 on the field that refers to it. `returns` says which
 * parents are brought back as well.
 */
export async function refuseInactiveParents(
  db: Db,
  table: RecordTable,
  row: Record<string, unknown>,
  returns: (table: RecordTable, id: string) => boolean | Promise<boolean> = () => false,
) {
  for (const { column, refersTo } of parentsOf(table)) {
    const id = String(row[column])
    if ((await isActive(db, refersTo, id)) || (await returns(refersTo, id))) continue
    const name = (await titlesOf(db, refersTo, [id])).get(id)
    const [kind] = recordTables[refersTo].noun
    throw refused(wireName(table, column), `The ${kind} “${name}” is Inactive. Please restore it first.`)
  }
}
