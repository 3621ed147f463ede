import { takenIn } from '#contract/kind.ts'
import { engineOf } from '../../../db/engines/engine.ts'
import { readQuery } from '../../../db/raw-query.ts'
import type { Db, RecordTable } from '../../../db/schema.ts'
import { refused } from '../../../errors.ts'
import { recordTables, withKeys } from '../../record-tables.ts'
import type { Values } from './rule.ts'

/** The columns compared for unique names; none if names need not be unique. */
export const comparedColumns = (table: RecordTable) =>
  (recordTables[table].unique?.columns ?? []).map((column) =>
    recordTables[table].columns[column]?.hasKey ? `${column}_key` : column,
  )

/** A record's values in the columns compared for unique names, as stored. */
export function comparedIn(table: RecordTable, values: Values) {
  const own = (recordTables[table].unique?.columns ?? []).map((column) => [column, values[column]])
  const keys: Values = withKeys(table, Object.fromEntries(own) as object)
  return comparedColumns(table).map((column) => keys[column] as string)
}

/**
 * Another active record with the same values in its table's unique columns; undefined if there is none, or if the table
 * allows duplicates. `values` has at least these columns; the record with the same `id`, if any, does not count.
 */
export async function duplicateOf(db: Db, table: RecordTable, values: Values) {
  const columns = comparedColumns(table)
  if (!columns.length) return undefined
  const [twin] = await readQuery<{ id: string }>(
    db,
    `select id from ${table} where is_deleted = 0 and id <> ? ${columns.map((column) => `and ${column} = ?`).join(' ')}
     limit 1`,
    [(values['id'] as string | undefined) ?? '', ...comparedIn(table, values)],
  )
  return twin?.id
}

/** Finds twins as duplicateOf does; for many new records, one query looks them up ahead. */
export function twinsKnown(db: Db, table: RecordTable) {
  const known = new Map<string, string | undefined>()
  const keyOf = (compared: unknown[]) => JSON.stringify(compared)
  return {
    async lookUp(all: Values[]) {
      const columns = comparedColumns(table)
      const compared = all.map((values) => comparedIn(table, values))
      if (!columns.length || !all.length) return
      for (const one of compared) known.set(keyOf(one), undefined)
      const { orderedJoin, rowsFromJson, fromIndex } = engineOf(db)
      // Each by all of its columns: many records may share one of them, such as a campaign's vehicles. While they are
      // being added, the statistics that would tell SQLite so are from when there were few.
      const twins = fromIndex(table, `${table}_twins`)
      const on = columns.map((column, place) => `${table}.${column} = asked.value ->> ${place}`).join(' and ')
      const rows = await readQuery<Values & { id: string }>(
        db,
        `select ${table}.id, ${columns.join()} from ${orderedJoin(rowsFromJson, twins, on)} where ${table}.is_deleted = 0`,
        [JSON.stringify(compared)],
      )
      for (const row of rows) {
        const key = keyOf(columns.map((column) => row[column]))
        if (known.has(key)) known.set(key, row.id)
      }
    },
    of(values: Values) {
      const key = known.size ? keyOf(comparedIn(table, values)) : ''
      return values['id'] === undefined && known.has(key) ? known.get(key) : duplicateOf(db, table, values)
    },
  }
}

/** The same for stored records: the id of each that has a twin, with its twin's id. */
export async function twinsOf(db: Db, table: RecordTable, ids: string[]) {
  const columns = comparedColumns(table)
  if (!columns.length || !ids.length) return new Map<string, string>()
  const rows = await readQuery<{ id: string; twin: string }>(
    db,
    // A subselect for each: with a join PostgreSQL may begin with everything that could be a twin.
    `select id, twin from (select one.id, (select min(twin.id) from ${table} as twin
       where twin.is_deleted = 0 and twin.id <> one.id ${columns.map((column) => `and twin.${column} = one.${column}`).join(' ')}) as twin
     from ${table} as one where one.id in ${engineOf(db).textsFromJson}) as found where twin is not null`,
    [JSON.stringify(ids)],
  )
  return new Map(rows.map(({ id, twin }) => [id, twin]))
}

/**
 * Refuses a second active record with the same values in its table's unique columns: 422 `{thing} already exists.` on
 * their field. `values` as in duplicateOf.
 */
export async function refuseDuplicate(
  db: Db,
  table: RecordTable,
  values: Values,
  twinOf: (values: Values) => string | undefined | Promise<string | undefined> = (values) =>
    duplicateOf(db, table, values),
) {
  const { unique } = recordTables[table]
  if (unique && (await twinOf(values)) !== undefined) throw refused(unique.field, takenIn(unique), 'taken')
}
