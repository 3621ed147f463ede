import type { RecordType } from '#contract/kinds.ts'
import { engineOf } from '../../db/engines/engine.ts'
import type { Condition } from '../../db/lists/condition.ts'
import type { ListColumn, SearchStrategy } from '../../db/lists/list-columns.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { foldText } from '../../db/search/text-key.ts'
import { wordsOf } from '../../records/names/content-words.ts'
import { foundBy, ownTextColumns, wordsColumnOf } from './found-by.ts'
import { type Hit, isNumber, matches } from './matches.ts'
import { calledInMemory, findInMemory, type Tables } from './names-in-memory.ts'

/** Read of each kind: more than are shown, because the best of them are chosen by their titles. */
const MOST_READ = 20
/** As many are enough. */
const ENOUGH = 5
/** The texts of up to this many records of a kind are kept in memory, until one of them changes. */
const FEW_RECORDS = 10_000
/** A part that many records have is among this many of the newest; one that few have is quick to find by the index. */
const NEWEST = 5_000
/** Where no index can find it. */
const NEWEST_WITHOUT_INDEX = 20_000
/** A search index finds no shorter text. */
const SHORTEST_INDEXED = 3
/** The search index is asked for no more characters, as each makes it read more; the records that it finds are compared with all. */
const LONGEST_INDEXED = 12

const WITHOUT_INDEX: SearchStrategy = { ownSearchTable: false, otherSearchTables: false, noIndex: '' }

const partition = <Item>(items: Item[], fits: (item: Item) => boolean) =>
  [items.filter(fits), items.filter((item) => !fits(item))] as const

const any = (conditions: Condition[]): Condition => join(conditions, ' or ')
const all = (conditions: Condition[]): Condition => join(conditions, ' and ')
const join = (conditions: Condition[], by: string): Condition => ({
  sql: `(${conditions.map(({ sql }) => sql).join(by)})`,
  values: conditions.flatMap(({ values }) => values),
})

/** How records of a kind are compared with a text. */
function comparison(columns: ListColumn[], text: string) {
  const is = (op: string, value: string) =>
    any(columns.flatMap((column) => column.where(op, value, undefined, WITHOUT_INDEX) ?? []))
  const words = text.split(' ')
  const part = is('contains', text)
  const levels: [Condition, number][] = [
    [is('equals', text), matches.whole],
    [is('starts_with', text), matches.beginning],
    [is('contains', ` ${text}`), matches.word],
    [part, matches.part],
  ]
  return {
    part,
    words: words.length > 1 ? all(words.map((word) => is('contains', ` ${word}`))) : undefined,
    level: {
      sql: `case ${levels.map(([{ sql }, match]) => `when ${sql} then ${match}`).join(' ')} else ${matches.words} end`,
      values: levels.flatMap(([{ values }]) => values),
    },
  }
}

const select = (table: RecordType, level: string, rest: string) =>
  `select ${table}.id, ${table}.is_deleted, ${level} as match from ${rest}`

/** The records of a kind that match a text by their names and the like, the best of them among those that are read. */
export async function findNamed(db: Db, table: RecordType, tables: Tables, text: string): Promise<Hit[]> {
  const columns = foundBy(table)
  const records = tables.get(table)?.records ?? 0
  if (!columns.length || !records || !text) return []
  if (records <= FEW_RECORDS) return findInMemory(db, table, tables, text)
  const [indexed, others] = partition(columns, ({ searched }) => searched !== undefined)
  if (!indexed.length) return compareAll(db, table, others, text)
  const found = await findAmongMany(db, table, { columns: indexed, states: statesOf(table, tables) }, text)
  // What has no index among many records is the number of a phone.
  return others.length && isNumber(text) ? [...found, ...(await compareAll(db, table, others, text))] : found
}

function compareAll(db: Db, table: RecordType, columns: ListColumn[], text: string) {
  const { part, words, level } = comparison(columns, text)
  const matching = words ? any([part, words]) : part
  return readQuery<Hit>(
    db,
    `${select(table, level.sql, `${table} where ${matching.sql}`)}
     order by ${table}.is_deleted, match, ${table}.id desc limit ${MOST_READ}`,
    [...level.values, ...matching.values],
  )
}

/** Active records are read first and apart, so that many deleted ones do not take their places. */
const statesOf = (table: RecordType, tables: Tables) => (tables.get(table)?.deleted ? [0, 1] : [0])

type IsState = (table: RecordType) => string

/** Reads records of one state after the other, until there are as many as are read. */
async function inStates(states: number[], read: (isState: IsState, before: Hit[]) => Promise<Hit[]>) {
  const found: Hit[] = []
  for (const state of states) {
    if (found.length < MOST_READ) found.push(...(await read((table) => `${table}.is_deleted = ${state}`, found)))
  }
  return found
}

type Among = { columns: ListColumn[]; states: number[] }

function findAmongMany(db: Db, table: RecordType, { columns, states }: Among, text: string) {
  return inStates(states, async (isState, before) => {
    const isFound = (found: Hit[]) => isCode(text) && found.some(({ match }) => match === matches.whole)
    if (isFound(before)) return []
    const found = await findBeginnings(db, table, columns, { text, isState })
    if (found.length >= ENOUGH || isFound(found)) return found
    const { part, words, level } = comparison(columns, text)
    const read = (matching: Condition, parts: string[]) =>
      findParts(db, table, columns, { matching, level, parts, isState })
    found.push(...(await read(part, [text])))
    if (found.length < ENOUGH && words) found.push(...(await read(words, text.split(' '))))
    return found
  })
}

/** An email address or a number: what one record has whole is no part of others. */
const isCode = (text: string) => /[\d@]/.test(text) && !/\s/.test(text)

/** Along the indexes in which the names are sorted. */
function findBeginnings(
  db: Db,
  table: RecordType,
  columns: ListColumn[],
  { text, isState }: { text: string; isState: IsState },
) {
  const parts = columns.flatMap((column) =>
    (['equals', 'starts_with'] as const).flatMap((op) => {
      const condition = column.where(op, text, undefined, WITHOUT_INDEX)
      if (!condition) return []
      const match = op === 'equals' ? matches.whole : matches.beginning
      const order = op === 'equals' ? '' : `order by ${column.orderBy.join(', ')}`
      return {
        ...condition,
        sql: select(
          table,
          `${match}`,
          `${table} where ${condition.sql} and ${isState(table)} ${order} limit ${MOST_READ}`,
        ),
      }
    }),
  )
  const sql = parts.map(({ sql }, place) => `select * from (${sql}) as found_${place}`).join(' union all ')
  return readQuery<Hit>(
    db,
    sql,
    parts.flatMap(({ values }) => values),
  )
}

type Parts = { matching: Condition; level: Condition; parts: string[]; isState: IsState }

async function findParts(db: Db, table: RecordType, columns: ListColumn[], { matching, level, parts, isState }: Parts) {
  const indexed = parts.filter((part) => Array.from(part).length >= SHORTEST_INDEXED)
  const { hasSearchTable, rowsOffThread } = engineOf(db)
  if (hasSearchTable && indexed.length) {
    const named = `{${columns.map(({ searched }) => searched).join(' ')}}`
    const asked = indexed
      .map(
        (part) => `${named} : "${Array.from(foldText(part)).slice(0, LONGEST_INDEXED).join('').replaceAll('"', '""')}"`,
      )
      .join(' AND ')
    const from = `${table}_search inner join ${table} on ${table}.seq = ${table}_search.rowid
      where ${table}_search match ? and ${isState(table)} and ${matching.sql} order by ${table}_search.rowid desc limit ${MOST_READ}`
    return rowsOffThread<Hit>(db, select(table, level.sql, from), [...level.values, asked, ...matching.values])
  }
  const values = [...level.values, ...matching.values]
  const read = (from: string) =>
    rowsOffThread<Hit>(
      db,
      select(table, level.sql, `${from} where ${matching.sql} and ${isState(table)} limit ${MOST_READ}`),
      values,
    )
  const newest = await read(
    `(select * from ${table} order by id desc limit ${indexed.length ? NEWEST : NEWEST_WITHOUT_INDEX}) as ${table}`,
  )
  if (newest.length >= ENOUGH || !indexed.length) return newest
  return read(table)
}

/** For each of the texts, in their order, the first record of a kind that is called by it, with the place of the text. */
export async function findCalled(db: Db, table: RecordType, tables: Tables, texts: string[]) {
  if ((tables.get(table)?.records ?? 0) <= FEW_RECORDS) return calledInMemory(db, table, tables, texts)
  const found = await Promise.all(
    foundBy(table).map(async ({ searched }) => {
      if (!searched) return []
      const first = (value: string) =>
        `(select ${value} from ${table} where ${table}.${searched} >= wanted.value and ${table}.${searched} < wanted.value || '\u0002' order by ${table}.id limit 1)`
      const rows = await readQuery<{ value: string; id: string | null; is_deleted: number }>(
        db,
        `select value, ${first('id')} as id, ${first('is_deleted')} as is_deleted
         from ${engineOf(db).textsFromJson} as wanted`,
        [JSON.stringify(texts)],
      )
      return rows.flatMap(({ value, id, is_deleted }) =>
        id === null ? [] : { id, is_deleted, place: texts.indexOf(value) },
      )
    }),
  )
  return found.flat()
}

/** The records of a kind whose text has words that begin with all of those of the text, the newest. */
export async function findByText(db: Db, table: RecordType, tables: Tables, text: string): Promise<Hit[]> {
  const column = wordsColumnOf(table)
  const words = wordsOf(text).filter((word) => word.length > 1)
  if (!column || !words.length) return []
  return inStates(statesOf(table, tables), (isState) => {
    if (engineOf(db).hasSearchTable) {
      const index = `${table}_words`
      const from = `${index} inner join ${table} on ${table}.seq = ${index}.rowid
        where ${index} match ? and ${isState(table)} order by ${index}.rowid desc limit ${MOST_READ}`
      const asked = words.map((word) => `"${word}"*`).join(' ')
      return engineOf(db).rowsOffThread<Hit>(db, select(table, `${matches.text}`, from), [asked])
    }
    const from = `${table} where array_to_tsvector(string_to_array(${column}, ' ')) @@ ?::tsquery
      and ${isState(table)} limit ${MOST_READ}`
    return readQuery<Hit>(db, select(table, `${matches.text}`, from), [words.map((word) => `'${word}':*`).join(' & ')])
  })
}

/** The texts of records by which their kind is found, by id. */
export async function readOwnTexts(db: Db, table: RecordType, ids: string[]): Promise<Map<string, string[]>> {
  const columns = ownTextColumns(table)
  if (!columns.length) return new Map()
  const rows = await readQuery<{ id: string } & Record<string, string | null>>(
    db,
    `select id, ${columns.join(', ')} from ${table} where id in ${engineOf(db).textsFromJson}`,
    [JSON.stringify(ids)],
  )
  return new Map(rows.map((row) => [row.id, columns.flatMap((column) => row[column] || [])]))
}
