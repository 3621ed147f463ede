import { engineOf } from '../../db/engines/engine.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db, RecordTable } from '../../db/schema.ts'
import { refused } from '../../errors.ts'
import { type Own, recordTables, withKeys } from '../record-tables.ts'

/** The columns that are compared where names are unique; none where they need not be. */
export const comparedColumns = (table: RecordTable) =>
  (recordTables[table].unique?.columns ?? []).map((column) =>
    recordTables[table].columns[column]?.hasKey ? `${column}_key` : column,
  )

/**
 * Another active record with the same values in the columns that are unique for its table; undefined if there is none,
 * or if the table allows duplicates. `values` has at least these columns; the record with the same `id`, if any, does
 * not count.
 */
export async function duplicateOf(db: Db, table: RecordTable, values: Readonly<Record<string, unknown>>) {
  const columns = comparedColumns(table)
  if (!columns.length) return undefined
  const { unique } = recordTables[table]
  const keys: Record<string, unknown> = withKeys(
    table,
    Object.fromEntries((unique?.columns ?? []).map((column) => [column, values[column]])),
  )
  const [twin] = await readQuery<{ id: string }>(
    db,
    `select id from ${table} where is_deleted = 0 and id <> ? ${columns.map((column) => `and ${column} = ?`).join(' ')}
     limit 1`,
    [(values.id as string | undefined) ?? '', ...columns.map((column) => keys[column] as string)],
  )
  return twin?.id
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
export async function refuseDuplicate<Table extends RecordTable>(
  db: Db,
  table: Table,
  values: Partial<Own<Table>> & { id?: string },
) {
  const { unique } = recordTables[table]
  if (unique && (await duplicateOf(db, table, values)) !== undefined)
    throw refused(unique.field, `${unique.thing} already exists.`, 'taken')
}
