import type { Compilable } from 'kysely'
import { type ListInput, MOST_WITHOUT_PAGE } from '#contract/records.ts'
import { refused } from '../errors.ts'
import { engineOf } from './engine.ts'
import { type Condition, flagColumn, type ListColumn, type SearchStrategy } from './list-columns.ts'
import { type CacheOptions, cachedRows } from './query-cache.ts'
import { rawQuery } from './raw-query.ts'
import { readCounts } from './record-counts.ts'
import type { Db, ListedTable, RecordTable, StampedTable } from './schema.ts'

/** What can be listed: the resource's one SELECT, the fields that callers may name, and the order when they name none. */
export type List<Row, Wire> = {
  table: ListedTable
  select: (db: Db) => Compilable<Row>
  /** A row of the SELECT as callers get it. */
  toWire: (row: Row) => Wire
  /** The other tables that the SELECT reads. */
  reads?: StampedTable[]
  columns: Record<string, ListColumn>
  order: string[]
  /** For a table whose `id` is not that of its rows. */
  key?: 'seq'
}

/** The order of records with a sequence number: by it, then newest first, then by id so that pages never overlap. */
export const inSequence = (table: RecordTable) => [`${table}.seq_no`, `${table}.created_at desc`, `${table}.id`]

/** The order of records without a sequence number. */
export const newestFirst = (table: RecordTable) => [`${table}.created_at desc`, `${table}.id desc`]

/** Below this many records, looking at each costs less than asking the search index. */
const SMALL_TABLE = 5000
/** From this many on, a list may take so long that it is read beside the event loop. */
const LARGE_TABLE = 20_000
/** So many rows along an index take less time than the way to another thread and back. */
const SHORT_WALK = 1000

/** How a page is found: few rows as the database likes; else by walking the wished order, or by collecting all that match. */
type Plan = 'small' | 'walk' | 'collect'

/**
 * One page of a list: the records with their `srno`, how many match in all, and which page it is. The records are shared
 * with other callers and must not be changed.
 * Throws 422 for a field, operator, value or sort that the list does not offer.
 */
export async function listPage<Row, Wire extends object>(db: Db, list: List<Row, Wire>, input: ListInput) {
  const filters = readFilters(list, input)
  // An order that is not offered is refused before anything is counted.
  readSort(db, list, input, 'small')
  const page = input.page ?? 1
  const limit = input.page === undefined ? MOST_WITHOUT_PAGE : (input.per_page ?? 10)
  const offset = (page - 1) * limit

  const reads = [...(list.reads ?? []), ...filters.flatMap(({ column }) => column.reads ?? [])]
  const counts = await readCounts(db, list.table, reads)
  const inTable = recordsIn(counts)
  const small = inTable < SMALL_TABLE
  const cacheOptions = { stamp: counts.stamp, offThread: inTable >= LARGE_TABLE }
  const total = filters.length
    ? await countMatches(
        db,
        cacheOptions,
        list,
        buildWhere(list.table, input, filters, searchStrategy(db, small ? 'small' : 'collect')),
      )
    : recordsIn(counts, input.is_deleted)
  if (offset >= total) return { data: [], total, current_page: page }

  const shown = Math.min(limit, total - offset)
  // Behind the middle the end is nearer than the beginning.
  const fromEnd = !small && offset > total / 2
  const passed = fromEnd ? total - offset - shown : offset
  // In order, a match comes up every inTable / total rows: with many matches that beats collecting them all first.
  const walked = ((passed + shown) * inTable) / total
  const plan = small ? 'small' : walked < total ? 'walk' : 'collect'
  const short = !filters.length && walked <= SHORT_WALK && followsIndex(list, input)
  const { sql, values } = buildWhere(list.table, input, filters, searchStrategy(db, plan))
  const query = {
    sql: pageQuery(db, list, sql, readSort(db, list, input, plan), fromEnd),
    values: [...values, shown, passed],
  }
  const toRecord = (row: Row, index: number) => ({ ...list.toWire(row), srno: offset + index + 1 })
  const data = await cachedRows(db, { ...cacheOptions, offThread: cacheOptions.offThread && !short }, query, toRecord)
  return { data, total, current_page: page }
}

/**
 * All records that match, in the list's order, `most` at the most, and how many match in all: for maps and the like. Not
 * remembered, as it would push out everything else. Throws 422 as listPage does.
 */
export async function listAll<Row, Wire extends object>(db: Db, list: List<Row, Wire>, input: ListInput, most: number) {
  const filters = readFilters(list, input)
  const { sql, values } = buildWhere(list.table, input, filters, searchStrategy(db, 'small'))
  const counts = await readCounts(db, list.table, list.reads ?? [])
  const total = filters.length
    ? await countMatches(db, { stamp: counts.stamp, offThread: false }, list, { sql, values })
    : recordsIn(counts, input.is_deleted)
  const query = pageQuery(db, list, sql, readSort(db, list, input, 'small'), false)
  const rows = await rawQuery<Row>(db, query, [...values, most, 0])
  return { data: rows.map(list.toWire), total }
}

/**
 * The WHERE clause of all rows that a list would show for these filters: to collect them all, or to walk the table and
 * look at each. Throws 422 as listPage does.
 */
export const whereClause = <Row, Wire>(db: Db, list: List<Row, Wire>, input: ListInput, plan: 'collect' | 'walk') =>
  buildWhere(list.table, input, readFilters(list, input), searchStrategy(db, plan))

// Text from the list's own definition only; what a caller sends is bound to the placeholders. The page is found first,
// on the listed table's indexes, and the rest is read for its rows only.
function pageQuery<Row, Wire>(db: Db, list: List<Row, Wire>, where: string, { terms, from }: Sort, fromEnd: boolean) {
  const found = orderBy(fromEnd ? terms.map(reversed) : terms)
  // It stands in every index, so that rows that are passed over need not be read.
  const key = `${list.table}.${list.key ?? engineOf(db).rowKey}`
  const page = `select ${key} from ${from} ${where} ${found} limit ? offset ?`
  return `${selectText(db, list)} where ${key} in (${page}) ${orderBy(terms)}`
}

function searchStrategy(db: Db, plan: Plan): SearchStrategy {
  const { hasSearchTable } = engineOf(db)
  return {
    ownSearchTable: hasSearchTable && plan === 'collect',
    otherSearchTables: hasSearchTable,
    noIndex: hasSearchTable && plan === 'walk' ? '+' : '',
  }
}

type Term = { column: string; order: 'asc' | 'desc'; nullable?: true | undefined }
type Sort = { terms: Term[]; from: string }

const reversed = (term: Term): Term => ({ ...term, order: term.order === 'asc' ? 'desc' : 'asc' })

function orderBy(terms: Term[]) {
  const written = terms.map(({ column, order, nullable }) => {
    const nulls = nullable ? ` nulls ${order === 'asc' ? 'first' : 'last'}` : ''
    return `${column} ${order}${nulls}`
  })
  return `order by ${written.join(', ')}`
}

function toTerm(text: string): Term {
  const [column = '', order] = text.split(' ')
  return { column, order: order === 'desc' ? 'desc' : 'asc' }
}

type ReadFilter = { column: ListColumn; condition: (strategy: SearchStrategy) => Condition }

async function countMatches<Row, Wire>(
  db: Db,
  cacheOptions: CacheOptions,
  { table }: List<Row, Wire>,
  condition: Condition,
) {
  const sql = condition.countSql ?? `select count(*) as total from ${table} ${condition.sql}`
  const toTotal = (row: { total: number | string }) => Number(row.total)
  const [total = 0] = await cachedRows(db, cacheOptions, { sql, values: condition.values }, toTotal)
  return total
}

function buildWhere(table: string, input: ListInput, filters: ReadFilter[], strategy: SearchStrategy): Condition {
  const conditions = filters.map(({ condition }) => condition(strategy))
  // A literal, not a placeholder: only so can the small index over deleted rows be used.
  if (input.is_deleted !== undefined)
    conditions.push({
      sql: input.is_deleted ? `${table}.is_deleted = 1` : `${strategy.noIndex}${table}.is_deleted = 0`,
      values: [],
    })
  if (!conditions.length) return { sql: '', values: [] }
  const [only] = conditions
  return {
    sql: `where ${conditions.map(({ sql }) => sql).join(' and ')}`,
    values: conditions.flatMap(({ values }) => values),
    countSql: conditions.length === 1 ? only?.countSql : undefined,
  }
}

function recordsIn({ active, deleted }: { active: number; deleted: number }, onlyDeleted?: boolean) {
  if (onlyDeleted === undefined) return active + deleted
  return onlyDeleted ? deleted : active
}

function readFilters<Row, Wire>(list: List<Row, Wire>, { filters = {} }: ListInput): ReadFilter[] {
  return Object.entries(filters)
    .filter(([, { value }]) => value !== '')
    .map(([field, { op: wanted, value, value_to }]) => {
      const column = columnNamed(list, field, 'filters')
      const op = wanted ?? column.ops[0]
      if (op === undefined || !column.ops.includes(op)) {
        throw refused('filters', `The field ${field} cannot be filtered by the operator ${wanted}.`)
      }
      if (!column.where(op, value, value_to, { ownSearchTable: false, otherSearchTables: false, noIndex: '' })) {
        throw refused('filters', `The value of the filter of the field ${field} does not fit.`)
      }
      return { column, condition: (strategy) => column.where(op, value, value_to, strategy) as Condition }
    })
}

function readSort<Row, Wire>(db: Db, list: List<Row, Wire>, { sort = [] }: ListInput, plan: Plan): Sort {
  if (!sort.length) return { terms: list.order.map(toTerm), from: list.table }
  const sorted = sort.map(({ field, order }) => ({ column: columnNamed(list, field, 'sort'), order }))
  // The last direction goes on to the id, so that one index can serve both.
  const last: Term = { column: `${list.table}.id`, order: sorted.at(-1)?.order ?? 'asc' }
  const [first] = sorted
  const walkBy = plan === 'walk' && sorted.length === 1 ? first?.column.walkBy : undefined
  if (walkBy && first) {
    const terms = walkBy.orderBy.map((column): Term => ({ column, order: first.order }))
    return { terms: [...terms, last], from: engineOf(db).orderedJoin(walkBy.table, list.table, walkBy.on) }
  }
  const terms = sorted.flatMap(({ column: { orderBy, nullable }, order }) =>
    orderBy.map((column): Term => ({ column, order, nullable })),
  )
  const joins = new Set(sorted.flatMap(({ column }) => column.join ?? []))
  return { terms: [...terms, last], from: [list.table, ...joins].join(' ') }
}

/** Whether an index gives the wished order, so that the first rows are found without sorting all. */
function followsIndex<Row, Wire>(list: List<Row, Wire>, { sort = [] }: ListInput) {
  const columns = sort.map(({ field }) => columnNamed(list, field, 'sort'))
  return columns.length <= 1 && columns.every(({ join, walkBy }) => !join || walkBy)
}

function columnNamed<Row, Wire>({ table, columns }: List<Row, Wire>, field: string, part: 'filters' | 'sort') {
  const named = Object.hasOwn(columns, field) ? columns[field] : undefined
  // Every record has a status.
  const column = field === 'is_deleted' ? flagColumn(`${table}.is_deleted`) : named
  if (!column) {
    throw refused(part, `This list cannot be ${part === 'sort' ? 'sorted' : 'filtered'} by the field ${field}.`)
  }
  return column
}

const selectTexts = new WeakMap<object, string>()

function selectText<Row, Wire>(db: Db, list: List<Row, Wire>) {
  const known = selectTexts.get(list.select)
  if (known) return known
  const { sql } = list.select(db).compile()
  selectTexts.set(list.select, sql)
  return sql
}
