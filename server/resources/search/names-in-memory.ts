import type { Column } from '#contract/column.ts'
import type { RecordType } from '#contract/kinds.ts'
import { cached } from '../../db/lists/query-cache.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { foldText, lettersOf } from '../../db/search/text-key.ts'
import { nameSql } from '../../records/names/names.ts'
import { recordTables } from '../../records/record-tables.ts'
import { type Hit, matchOf } from './matches.ts'

/** Each table's number of records and of deleted ones, and a stamp that moves with each change in it. */
export type Tables = Map<string, { records: number; deleted: number; stamp: number }>

/** Reads them for all tables. */
export async function readTables(db: Db): Promise<Tables> {
  const rows = await readQuery<{ table_name: string; records: number; deleted: number; stamp: number }>(
    db,
    'select table_name, active + deleted as records, deleted, stamp from record_counts',
    [],
  )
  return new Map(
    rows.map(({ table_name, records, deleted, stamp }) => [
      table_name,
      { records: Number(records), deleted: Number(deleted), stamp },
    ]),
  )
}

/** Programs are found on the page of their keys. */
const PEOPLE_ONLY = "where admins.status <> 'PROGRAM'"

type Remembered = { id: string; is_deleted: number; texts: string[] }

/** The records of a small kind that match a text. */
export async function findInMemory(db: Db, table: RecordType, tables: Tables, text: string): Promise<Hit[]> {
  const wanted = foldText(text).trim()
  const records = await readTexts(db, table, tables)
  return records.flatMap(({ id, is_deleted, texts }) => {
    const match = matchOf(texts, wanted)
    return match === undefined ? [] : { id, is_deleted, match }
  })
}

/** The records of a small kind with one of these names, each with the place of the first such name. */
export async function calledInMemory(db: Db, table: RecordType, tables: Tables, wanted: string[]) {
  const places = new Map(wanted.map((text, place) => [text, place]))
  const records = await readTexts(db, table, tables)
  return records.flatMap(({ id, is_deleted, texts }) => {
    const found = texts.flatMap((text) => places.get(text) ?? [])
    return found.length ? { id, is_deleted, place: Math.min(...found) } : []
  })
}

/** The names and other texts of all records of a kind, in the form they are compared in. */
function readTexts(db: Db, table: RecordType, tables: Tables) {
  const { title, within, joins } = nameSql(table)
  const isApart = !readsPeople(recordTables[table].disambiguatedBy ?? [], table)
  const [keys, others] = ownTexts(table)
  const texts = [title, ...(isApart ? [within] : []), ...others]
  const reads = [table, ...namedAfter(table)]
  return cached(
    db,
    { key: `texts of ${table}`, stamp: reads.map((one) => tables.get(one)?.stamp).join() },
    async () => {
      const columns = [...texts.map((text, place) => `${text} as text_${place}`), ...keys]
      const rows = await readQuery<Record<string, string | null> & { id: string; is_deleted: number }>(
        db,
        `select ${table}.id, ${table}.is_deleted, ${columns.join(', ')} from ${table} ${joins} ${table === 'admins' ? PEOPLE_ONLY : ''}`,
        [],
      )
      return rows.map(({ id, is_deleted, ...found }): Remembered => {
        const folded = Object.entries(found).flatMap(([name, text]) =>
          text ? (name.endsWith('_key') ? lettersOf(text) : foldText(text).trim()) : [],
        )
        return { id, is_deleted, texts: [...new Set(folded)] }
      })
    },
    (records) => records.reduce((size, { texts }) => size + texts.reduce((sum, text) => sum + text.length, 100), 0),
  )
}

/** The tables that names in this one are made from, which change less often than owners do. */
function namedAfter(table: RecordType): RecordType[] {
  const { columns, title, disambiguatedBy = [] } = recordTables[table]
  const named = [...title, ...(readsPeople(disambiguatedBy, table) ? [] : disambiguatedBy)]
  const direct = named.flatMap((column) => columns[column]?.refersTo ?? [])
  return [...direct, ...direct.flatMap(namedAfter)]
}

/** Whether one of these columns holds the id of an administrator or owner. */
const readsPeople = (columns: readonly string[], table: RecordType) =>
  columns.some((name) => {
    const { refersTo, refersToOneOf = [] }: Column<RecordType> = recordTables[table].columns[name] ?? NO_COLUMN
    return [refersTo, ...refersToOneOf].some((to) => to === 'users' || to === 'admins')
  })
const NO_COLUMN = { audience: 'office', label: '', type: 'hidden' } as const

/** The keys of its texts, and of others that the kind is found by. */
function ownTexts(table: RecordType): [keys: string[], others: string[]] {
  const { columns, alsoFoundBy = [] } = recordTables[table]
  const texts = Object.entries<Column>(columns).filter(([, { type }]) => type === 'text')
  return [
    texts.flatMap(([name, { hasKey }]) => (hasKey ? `${table}.${name}_key` : [])),
    texts.flatMap(([name, { hasKey }]) => (!hasKey && alsoFoundBy.includes(name) ? `${table}.${name}` : [])),
  ]
}
