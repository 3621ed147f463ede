import { engineOf } from '../../../db/engines/engine.ts'
import { readQuery } from '../../../db/raw-query.ts'
import type { Db, RecordTable } from '../../../db/schema.ts'
import { textKey } from '../../../db/search/text-key.ts'
import { recordTables } from '../../record-tables.ts'
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
      const compared = claiming.map(({ next }) => comparedIn(table, next))
      const found = new Map<Becoming, Why>()
      if (!compared.length) return found
      const twins = await holdersOf(db, table, compared)
      for (const [place, write] of claiming.entries()) {
        const twin = twins.get(JSON.stringify(compared[place]))?.find(({ id }) => id !== write.row?.id)
        if (twin) found.set(write, { kind: 'name', cause: { table, id: twin.id } })
      }
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

/** The active records that have the same in the compared columns as one of these, by what they have. */
async function holdersOf(db: Db, table: RecordTable, compared: string[][]) {
  const { orderedJoin, rowsFromJson, fromIndex } = engineOf(db)
  const columns = comparedColumns(table)
  // Each by all of its columns: many records may share one of them, such as a campaign's vehicles. While they are
  // being added, the statistics that would tell SQLite so are from when there were few.
  const twins = fromIndex(table, `${table}_twins`)
  const on = columns.map((column, place) => `${table}.${column} = asked.value ->> ${place}`).join(' and ')
  const rows = await readQuery<Values & { id: string }>(
    db,
    `select ${table}.id, ${columns.join()} from ${orderedJoin(rowsFromJson, twins, on)} where ${table}.is_deleted = 0`,
    [JSON.stringify(compared)],
  )
  return Map.groupBy(rows, (row) => JSON.stringify(columns.map((column) => row[column])))
}
