import type { Column } from '#contract/column.ts'
import type { RecordType } from '#contract/kinds.ts'
import { engineOf } from '../../db/engines/engine.ts'
import type { Condition } from '../../db/lists/condition.ts'
import type { ListColumn, SearchStrategy } from '../../db/lists/list-columns.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { foldText } from '../../db/search/text-key.ts'
import { wordsOf } from '../../records/names/content-words.ts'
import { recordTables } from '../../records/record-tables.ts'
import { servedKinds } from '../kinds.ts'
import { type Hit, isNumber, matches } from './matches.ts'
import { calledInMemory, findInMemory, type Tables } from './names-in-memory.ts'

/** How many are read of each kind: more than are shown, because the best are chosen by their titles. */
const MOST_READ = 20
/** This many are enough. */
const ENOUGH = 5
/** Up to this many records of a kind, their texts are kept in memory until one of them changes. */
const FEW_RECORDS = 10_000
/**
 * A part that many records have occurs among this many of the newest; one that few have is quickly found by the index.
 */
const NEWEST = 5_000
/** The same if no index can find it. */
const NEWEST_WITHOUT_INDEX = 20_000
/** A search index finds no shorter text. */
const SHORTEST_INDEXED = 3
/** The index is asked for no more characters, which would read more; what it finds is compared with the whole text. */
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

/** The records of a kind that match a text by name and the like: the best of those read. */
export async function findNamed(db: Db, table: RecordType, tables: Tables, text: string): Promise<Hit[]> {
  const columns = foundBy(table)
  const records = tables.get(table)?.records ?? 0
  if (!columns.length || !records || !text) return []
  if (records <= FEW_RECORDS) return findInMemory(db, table, tables, text)
  const [indexed, others] = partition(columns, ({ searched }) => searched !== undefined)
  if (!indexed.length) return compareAll(db, table, others, text)
  const found = await findAmongMany(db, table, { columns: indexed, states: statesOf(table, tables) }, text)
  // Only the number of a phone has no index among many records.
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

/** Active records are read first and separately, so that many deleted ones do not take their places. */
const statesOf = (table: RecordType, tables: Tables) => (tables.get(table)?.deleted ? [0, 1] : [0])

type IsState = (table: RecordType) => string

/** Reads records of one state after the other, until there are enough. */
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

/** An email address or a number: what one record has as a whole is not part of others. */
const isCode = (text: string) => /[\d@]/.test(text) && !/\s/.test(text)

/** Along the indexes that sort names. */
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

/** For each of the texts, in order, the first record of a kind with that name, and the text's place. */
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

/** The newest records of a kind whose text has words beginning with each of the searched ones. */
export async function findByText(db: Db, table: RecordType, tables: Tables, text: string): Promise<Hit[]> {
  const columns = wordsColumnsOf(table)
  const words = wordsOf(text).filter((word) => word.length > 1)
  if (!columns.length || !words.length) return []
  return inStates(statesOf(table, tables), (isState) => {
    if (engineOf(db).hasSearchTable) {
      const index = `${table}_words`
      const from = `${index} inner join ${table} on ${table}.seq = ${index}.rowid
        where ${index} match ? and ${isState(table)} order by ${index}.rowid desc limit ${MOST_READ}`
      const asked = words.map((word) => `"${word}"*`).join(' ')
      return engineOf(db).rowsOffThread<Hit>(db, select(table, `${matches.text}`, from), [asked])
    }
    const has = columns.map((column) => `array_to_tsvector(string_to_array(${column}, ' ')) @@ ?::tsquery`).join(' or ')
    const from = `${table} where (${has}) and ${isState(table)} limit ${MOST_READ}`
    const asked = words.map((word) => `'${word}':*`).join(' & ')
    return readQuery<Hit>(
      db,
      select(table, `${matches.text}`, from),
      columns.map(() => asked),
    )
  })
}

/** The texts that records of a kind are found by, by id. */
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

/** The columns of its list that a kind of record is found by. */
function foundBy(type: RecordType): ListColumn[] {
  const { columns, title, alsoFoundBy = [] } = recordTables[type]
  const { columns: listed } = servedKinds[type].list
  const fields = Object.entries<Column>(columns).flatMap(([name, { wire = name, type, hasKey, shownAs }]) => {
    if (type === 'text' && hasKey) return wire
    return shownAs && title.includes(name) ? shownAs : []
  })
  return [...new Set([...fields, ...alsoFoundBy])].flatMap((field) => listed[field] ?? [])
}

/** A kind's own columns whose text it is found by. */
function ownTextColumns(type: RecordType): string[] {
  const { columns, alsoFoundBy = [] } = recordTables[type]
  return Object.entries<Column>(columns).flatMap(([name, { type, hasKey }]) =>
    type === 'text' && (hasKey || alsoFoundBy.includes(name)) ? name : [],
  )
}

/** The columns with the words of a kind whose text, in either language, has a full-text index; none for most kinds. */
const wordsColumnsOf = (type: RecordType) =>
  Object.entries<Column>(recordTables[type].columns).flatMap(([name, { type }]) =>
    type === 'rich_text' ? `${name}_words` : [],
  )
