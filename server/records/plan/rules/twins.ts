import { engineOf } from '../../../db/engines/engine.ts'
import { readQuery } from '../../../db/raw-query.ts'
import type { Db, RecordTable } from '../../../db/schema.ts'
import { refused } from '../../../errors.ts'
import { recordTables, withKeys } from '../../record-tables.ts'

/** The columns that are compared where names are unique; none where they need not be. */
export const comparedColumns = (table: RecordTable) =>
  (recordTables[table].unique?.columns ?? []).map((column) =>
    recordTables[table].columns[column]?.hasKey ? `${column}_key` : column,
  )

type Values = Readonly<Record<string, unknown>>

/** What records of a table are compared by where names are unique, each as it is stored. */
export function comparedIn(table: RecordTable, values: Values) {
  const own = (recordTables[table].unique?.columns ?? []).map((column) => [column, values[column]])
  const keys: Values = withKeys(table, Object.fromEntries(own) as object)
  return comparedColumns(table).map((column) => keys[column] as string)
}

/**
 * Another active record with the same values in the columns that are unique for its table; undefined if there is none,
 * or if the table allows duplicates. `values` has at least these columns; the record with the same `id`, if any, does
 * not count.
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

/** Finds twins as duplicateOf does, those of many new records that were looked up before by one query. */
export function twinsKnown(db: Db, table: RecordTable) {
  const known = new Map<string, string | undefined>()
  const keyOf = (compared: unknown[]) => JSON.stringify(compared)
  return {
    async lookUp(all: Values[]) {
      const columns = comparedColumns(table)
      const compared = all.map((values) => comparedIn(table, values))
      if (!columns.length || !all.length) return
      for (const one of compared) known.set(keyOf(one), undefined)
      const texts = engineOf(db).textsFromJson
      const rows = await readQuery<Values & { id: string }>(
        db,
        `select id, ${columns.join()} from ${table} where is_deleted = 0
         ${columns.map((column) => `and ${column} in ${texts}`).join(' ')}`,
        columns.map((_, place) => JSON.stringify([...new Set(compared.map((one) => one[place]))])),
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

/** The same for stored records: the id of each that has a twin, with that of the twin. */
export async function twinsOf(db: Db, table: RecordTable, ids: string[]) {
  const columns = comparedColumns(table)
  if (!columns.length || !ids.length) return new Map<string, string>()
  const rows = await readQuery<{ id: string; twin: string }>(
    db,
    `select one.id, min(twin.id) as twin from ${table} as one inner join ${table} as twin
     on twin.is_deleted = 0 and twin.id <> one.id ${columns.map((column) => `and twin.${column} = one.${column}`).join(' ')}
     where one.id in ${engineOf(db).textsFromJson} group by one.id`,
    [JSON.stringify(ids)],
  )
  return new Map(rows.map(({ id, twin }) => [id, twin]))
}

/**
 * Refuses a second active record with the same values in the columns that are unique for its table: 422
 * `{thing} already exists.` on their field. `values` as in duplicateOf.
 */
export async function refuseDuplicate(
  db: Db,
  table: RecordTable,
  values: Values,
  twinOf: (values: Values) => string | undefined | Promise<string | undefined> = (values) =>
    duplicateOf(db, table, values),
) {
  const { unique } = recordTables[table]
  if (unique && (await twinOf(values)) !== undefined)
    throw refused(unique.field, `${unique.thing} already exists.`, 'taken')
}
