import type { RecordType } from '#contract/kinds.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { recordTables } from '../record-tables.ts'

/** A record's name, and what tells it apart from its namesakes, if its kind has any. */
export type Name = { title: string; within: string | null }

/** Records' current names and what tells them apart from namesakes, by id; one statement for any number of records. */
export async function distinctNames(db: Db, table: RecordType, ids: string[]) {
  const { title, within, joins } = nameSql(table)
  const rows = await readQuery<{ id: string } & Name>(
    db,
    `select ${table}.id, ${title} as title, ${within} as within from ${table} ${joins}
     where ${table}.id in ${engineOf(db).textsFromJson}`,
    [JSON.stringify(ids)],
  )
  return new Map(rows.map(({ id, title, within }) => [id, { title: title ?? '', within: within || null }]))
}

/** SQL for the name of a record of this table, and the joins it needs. */
export function titleSql(table: RecordType) {
  const joins: string[] = []
  return { sql: titleOf(table, table, joins), joins: joins.join(' ') }
}

/**
 * SQL for the name of a record of this table, for what tells it apart from its namesakes, and the joins that both need.
 */
export function nameSql(table: RecordType) {
  const joins: string[] = []
  const title = titleOf(table, table, joins)
  const { disambiguatedBy = [], disambiguatedWith = ' ' } = recordTables[table]
  const apart = disambiguatedBy.map((column) => shown(table, table, column, joins))
  // A missing part, such as an RV's owner, is left out with the word before it.
  const [first = 'null', ...others] = apart
  const within = [first, ...others.map((text) => `coalesce('${disambiguatedWith}' || ${text}, '')`)].join(' || ')
  return { title, within, joins: joins.join(' ') }
}

/** The kinds whose names tell a record of this kind apart from its namesakes. */
export const kindsWithin = (table: RecordType): RecordType[] =>
  (recordTables[table].disambiguatedBy ?? []).flatMap(behind(table))

const behind =
  (table: RecordType) =>
  (column: string): RecordType[] => {
    const { refersTo, refersToOneOf = [] } = recordTables[table].columns[column] ?? {}
    return [refersTo ?? [], refersToOneOf].flat().flatMap((to) => [to, ...recordTables[to].title.flatMap(behind(to))])
  }

function titleOf(table: RecordType, alias: string, joins: string[]): string {
  const { title, titlePrefix } = recordTables[table]
  const named = title.map((column) => shown(table, alias, column, joins)).join(` || ' - ' || `)
  return titlePrefix ? `'${titlePrefix} ' || ${named}` : named
}

function shown(table: RecordType, alias: string, column: string, joins: string[]): string {
  const { refersTo, refersToOneOf = [] } = recordTables[table].columns[column] ?? {}
  const names = [refersTo ?? [], refersToOneOf].flat().map((to) => nameBehind(to, alias, column, joins))
  const [only, ...others] = names
  if (only !== undefined) return others.length ? `coalesce(${names.join()})` : only
  return column === 'created_at' ? dayOf(`${alias}.${column}`) : `${alias}.${column}`
}

function nameBehind(refersTo: RecordType, alias: string, column: string, joins: string[]) {
  const other = `${alias}_${column}_${refersTo}`
  const join = `left join ${refersTo} as ${other} on ${other}.id = ${alias}.${column}`
  if (!joins.includes(join)) joins.push(join)
  return titleOf(refersTo, other, joins)
}

/** The day of a time, as days are written here. The server does not know the reader's time zone. */
const dayOf = (time: string) => `substr(${time}, 6, 5) || '-' || substr(${time}, 1, 4) || ' UTC'`
