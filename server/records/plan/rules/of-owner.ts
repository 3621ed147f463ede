import { engineOf } from '../../../db/engines/engine.ts'
import { readQuery } from '../../../db/raw-query.ts'
import type { RecordTable } from '../../../db/schema.ts'
import { refused } from '../../../errors.ts'
import { recordTables, wireName } from '../../record-tables.ts'
import { isActive, moves, type Rule, returns, type Values } from './rule.ts'

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
 * No two active records of an owner have the same value in their kind's column, nor two without an owner and with the
 * same `unowned`, unless both are known to differ. Records touched by the change being undone are in nobody's way: they
 * were not before.
 */
export const uniqueForOwner: Rule = {
  of: (table) => recordTables[table].uniqueOfOwner !== undefined,
  begin: ({ db, table, undoing }) => ({
    async ask(write) {
      const unique = uniqueOfOwner(table, write.next)
      const value = unique && write.next[unique.column]
      if (!unique || typeof value !== 'string' || !isActive(write)) return
      const { column, owner, whose, isOwned, taken, unowned, apart } = unique
      if (!returns(write) && !moves(write, [owner, column, unowned, apart])) return
      const those = isOwned ? `coalesce(${owner}, '') = ?` : `${owner} is null and ${whose} = ?`
      const said = write.next[apart]
      const differs = typeof said === 'string' ? `and coalesce(${apart}, ?) = ?` : ''
      const others = undoing ? NOT_OF_CHANGE.replace('{}', table) : ''
      const [same] = await readQuery<{ id: string }>(
        db,
        // By value: there may be many more owners, and active records, than records with one value.
        `select id from ${engineOf(db).fromIndex(table, `${table}_by_${column}`)}
         where ${those} and ${column} = ? and id <> ? and is_deleted = 0 ${others} ${differs} limit 1`,
        [
          String(write.next[whose]),
          value,
          write.row?.id ?? '',
          ...(undoing ? [undoing.id] : []),
          ...(typeof said === 'string' ? [said, said] : []),
        ],
      )
      if (same) throw refused(wireName(table, column), taken[isOwned ? 0 : 1], 'taken')
    },
  }),
}
