import type { RecordTable } from '../../../db/schema.ts'
import { textKey } from '../../../db/search/text-key.ts'
import { recordTables } from '../../record-tables.ts'
import { otherHolders } from './holders.ts'
import { type Becoming, claims, type Rule, type Values, type Why } from './rule.ts'

/** The columns compared for unique names; none if names need not be unique. */
export const comparedColumns = (table: RecordTable) =>
  (recordTables[table].unique?.columns ?? []).map((column) =>
    recordTables[table].columns[column]?.hasKey ? `${column}_key` : column,
  )

/** A record's values in the columns compared for unique names, as stored. */
export function comparedIn(table: RecordTable, values: Values) {
  const { unique, columns } = recordTables[table]
  return (unique?.columns ?? []).map((column) => {
    const value = values[column] as string
    return columns[column]?.hasKey ? textKey(String(value)) : value
  })
}

/** No two active records have the same values in their kind's unique columns. */
export const noTwins: Rule = {
  of: (table) => recordTables[table].unique !== undefined,
  begin: ({ db, table }) => ({
    async among(writes) {
      const { columns: unique = [] } = recordTables[table].unique ?? {}
      const claiming = writes.filter((write) => claims(write, unique))
      const compared = new Map(claiming.map((write) => [write, comparedIn(table, write.next)]))
      const by = { index: `${table}_twins`, columns: comparedColumns(table) }
      const found = new Map<Becoming, Why>()
      for (const [write, id] of await otherHolders(db, table, by, compared))
        found.set(write, { kind: 'name', cause: { table, id } })
      return found
    },
  }),
  async ofRestoringAll(table, first) {
    const columns = comparedColumns(table)
    const same = columns.map((column) => `twin.${column} = ${table}.${column}`).join(' and ')
    const id =
      (await first('id', `and exists (select 1 from ${table} as twin where twin.is_deleted = 0 and ${same})`)) ??
      (await first('min(id) as id', `group by ${columns.join()} having count(*) > 1`))
    return id === undefined ? undefined : { kind: 'name', cause: { table, id } }
  },
}
