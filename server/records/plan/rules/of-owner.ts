import { engineOf } from '../../../db/engines/engine.ts'
import { readQuery } from '../../../db/raw-query.ts'
import type { Db, RecordTable } from '../../../db/schema.ts'
import { refused } from '../../../errors.ts'
import { recordTables, wireName } from '../../record-tables.ts'

type Values = Readonly<Record<string, unknown>>

/** What no other active record of a kind may have, where that depends on its owner, and its column. */
export function uniqueOfOwner(table: RecordTable, values: Values) {
  const { uniqueOfOwner: unique } = recordTables[table]
  if (!unique) return undefined
  const owner = values[unique.owner]
  const isOwned = typeof owner === 'string'
  const whose = isOwned ? unique.owner : unique.unowned
  return { ...unique, isOwned, whose, key: [isOwned ? owner : null, values[whose], values[unique.column]] }
}

/**
 * Refuses a value that another active record of the same owner has, and of one without an owner a value that another such
 * record has with the same in `unowned`: 422 on its field. `values` has the `id` of the record, if it has one.
 */
export async function refuseSameOfOwner(db: Db, table: RecordTable, values: Values) {
  const unique = uniqueOfOwner(table, values)
  const value = unique && values[unique.column]
  if (!unique || typeof value !== 'string') return
  const { column, owner, whose, isOwned, taken } = unique
  const those = isOwned ? `coalesce(${owner}, '') = ?` : `${owner} is null and ${whose} = ?`
  const [same] = await readQuery<{ id: string }>(
    db,
    // By its value: owners, and records that are active, may be many more than records of one value.
    `select id from ${engineOf(db).fromIndex(table, `${table}_by_${column}`)}
     where ${those} and ${column} = ? and id <> ? and is_deleted = 0 limit 1`,
    [String(values[whose]), value, typeof values['id'] === 'string' ? values['id'] : ''],
  )
  if (same) throw refused(wireName(table, column), taken[isOwned ? 0 : 1], 'taken')
}
