import { engineOf } from '../../../db/engines/engine.ts'
import { readQuery } from '../../../db/raw-query.ts'
import type { RecordTable } from '../../../db/schema.ts'
import { refused } from '../../../errors.ts'
import { recordTables, wireName } from '../../record-tables.ts'
import { type Becoming, claims, type Rule, type Values, type Why } from './rule.ts'

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
    async among(writes) {
      const found = new Map<Becoming, Why>()
      const claiming = writes.flatMap((write) => {
        const unique = uniqueOfOwner(table, write.next)
        if (!unique || typeof write.next[unique.column] !== 'string') return []
        const { owner, column, unowned, apart } = unique
        return claims(write, [owner, column, unowned, apart]) ? [{ write, unique }] : []
      })
      const [first] = claiming
      if (!first) return found
      const { owner, column, unowned, apart } = first.unique
      const { fromIndex, textsFromJson } = engineOf(db)
      const rows = await readQuery<Values>(
        db,
        // By value: there may be many more owners, and active records, than records with one value.
        `select id, ${[owner, column, unowned, apart].join()} from ${fromIndex(table, `${table}_by_${column}`)}
         where ${column} in ${textsFromJson} and (${owner} is null or ${owner} in ${textsFromJson})
         and is_deleted = 0 ${undoing ? NOT_OF_CHANGE.replace('{}', table) : ''}`,
        [
          ...[column, owner].map((one) => JSON.stringify(claiming.map(({ write }) => write.next[one] ?? ''))),
          ...(undoing ? [undoing.id] : []),
        ],
      )
      const active = Map.groupBy(rows, (row) => JSON.stringify(uniqueOfOwner(table, row)?.key))
      for (const { write, unique } of claiming) {
        const others = active.get(JSON.stringify(unique.key)) ?? []
        const says = write.next[apart] ?? null
        if (others.some((other) => other['id'] !== write.row?.id && maybeSame(other[apart], says))) {
          const error = refused(wireName(table, column), unique.taken[unique.isOwned ? 0 : 1], 'taken')
          found.set(write, { kind: 'refused', error })
        }
      }
      return found
    },
  }),
}
