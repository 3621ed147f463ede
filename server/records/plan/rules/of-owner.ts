import { engineOf } from '../../../db/engines/engine.ts'
import { readQuery } from '../../../db/raw-query.ts'
import type { Db, RecordTable } from '../../../db/schema.ts'
import { refused } from '../../../errors.ts'
import { recordTables, wireName } from '../../record-tables.ts'
import type { Values } from './rule.ts'

/** The value that no other active record of a kind may share, depending on its owner, and its column. */
export function uniqueOfOwner(table: RecordTable, values: Values) {
  const { uniqueOfOwner: unique } = recordTables[table]
  if (!unique) return undefined
  const owner = values[unique.owner]
  const isOwned = typeof owner === 'string'
  const whose = isOwned ? unique.owner : unique.unowned
  return { ...unique, isOwned, whose, key: [isOwned ? owner : null, values[whose], values[unique.column]] }
}

/** Whether two records may be the same, by the column that tells them apart. */
export const maybeSame = (one: unknown, other: unknown) => (one ?? other) === (other ?? one)

const NOT_OF_CHANGE = `and not exists (
  select 1 from activity where activity.record_id = {}.id and activity.change_id = ?)`

/**
 * Refuses a value that another active record of the same owner has, or, without an owner, one that another such record
 * with the same `unowned` has, unless both are known to differ: 422 on its field. `values` has the record's `id`, if it
 * has one. Records touched by the change being undone are in nobody's way: they were not before.
 */
export async function refuseSameOfOwner(db: Db, table: RecordTable, values: Values, undoing?: string) {
  const unique = uniqueOfOwner(table, values)
  const value = unique && values[unique.column]
  if (!unique || typeof value !== 'string') return
  const { column, owner, whose, isOwned, taken, apart } = unique
  const those = isOwned ? `coalesce(${owner}, '') = ?` : `${owner} is null and ${whose} = ?`
  const said = values[apart]
  const differs = typeof said === 'string' ? `and coalesce(${apart}, ?) = ?` : ''
  const others = undoing === undefined ? '' : NOT_OF_CHANGE
  const [same] = await readQuery<{ id: string }>(
    db,
    // By value: there may be many more owners, and active records, than records with one value.
    `select id from ${engineOf(db).fromIndex(table, `${table}_by_${column}`)}
     where ${those} and ${column} = ? and id <> ? and is_deleted = 0 ${others.replace('{}', table)} ${differs} limit 1`,
    [
      String(values[whose]),
      value,
      typeof values['id'] === 'string' ? values['id'] : '',
      ...(undoing === undefined ? [] : [undoing]),
      ...(typeof said === 'string' ? [said, said] : []),
    ],
  )
  if (same) throw refused(wireName(table, column), taken[isOwned ? 0 : 1], 'taken')
}
