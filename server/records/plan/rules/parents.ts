import type { RecordTable } from '../../../db/schema.ts'
import { parentsOf, recordTables } from '../../record-tables.ts'
import { inactiveAmong } from './inactive.ts'
import { type Becoming, type Rule, returns, type Why } from './rule.ts'

/** Nothing is restored below a deleted record. */
export const inactiveParents: Rule = {
  begin: ({ db, table, undoing }) => ({
    async among(writes) {
      const found = new Map<Becoming, Why>()
      const returning = writes.filter(returns)
      for (const { column, refersTo } of returning.length ? parentsOf(table) : []) {
        const idOf = ({ next }: Becoming) => String(next[column])
        const inactive = new Set(await inactiveAmong(db, refersTo, [...new Set(returning.map(idOf))], undoing))
        for (const write of returning) {
          const id = idOf(write)
          // A form names the first parent, an undo the nearest one.
          if (inactive.has(id) && (undoing || !found.has(write)))
            found.set(write, { kind: 'parent', cause: { table: refersTo, id }, column })
        }
      }
      return found
    },
  }),
  async ofRestoringAll(table, first) {
    for (const { column, refersTo } of parentsOf(table)) {
      const id = await first(
        `${column} as id`,
        `and exists (select 1 from ${refersTo} as parent where parent.id = ${table}.${column} and parent.is_deleted = 1)`,
      )
      if (id !== undefined) return { kind: 'parent', cause: { table: refersTo, id }, column }
    }
    return undefined
  },
}

/** Says that a record must be restored before another can be. */
export const isInactive = (table: RecordTable, name: string) =>
  `The ${recordTables[table].noun[0]} “${name}” is Inactive. Please restore it first.`
