import {
  AliasNode,
  ColumnNode,
  type Compilable,
  IdentifierNode,
  type OperationNode,
  ReferenceNode,
  type SelectQueryNode,
} from 'kysely'
import { type ListInput, MOST_WITHOUT_PAGE } from '#contract/records.ts'
import { engineOf } from '../engines/engine.ts'
import type { Statement } from '../engines/snapshot.ts'
import { readQuery, withPlaceholders } from '../raw-query.ts'
import type { Db, ListedTable, RecordTable } from '../schema.ts'
import type { Condition } from './condition.ts'
import {
  buildWhere,
  countStrategy,
  type Filtered,
  inOwnOrder,
  leavesOutUndone,
  type ReadFilter,
  readFilters,
  readScope,
  type Scope,
  searchStrategy,
  whereClause,
} from './list-filters.ts'
import { followsIndex, orderBy, pageQuery, readSort, selectText, splitQuery, withCondition } from './page-query.ts'
import { cachedRows, freshRows } from './query-cache.ts'
import { type Counts, countMatches, countUndone, readCounts, recordsIn } from './record-counts.ts'

/** What can be listed: the resource's one SELECT, and everything it does not express. */
export type List<Row, Wire, Table extends ListedTable = ListedTable> = Filtered<Table> & {
  select: (db: Db) => Compilable<Row>
  /** Turns a row of the SELECT into its wire shape. */
  toWire: (row: Row) => Wire
}

/** The rows of a SELECT. */
export type RowOf<Select extends (db: Db) => Compilable<unknown>> =
  ReturnType<Select> extends Compilable<infer Row> ? Row : never

/** By sequence number, then newest first, then by id so that pages never overlap. */
export const inSequence = (table: RecordTable) => [`${table}.seq_no`, `${table}.created_at desc`, `${table}.id`]

/** Newest first, then by id. */
export const newestFirst = (table: RecordTable) => [`${table}.created_at desc`, `${table}.id desc`]

/** Below this many records, comparing every row is cheaper than searching the index. */
const SMALL_TABLE = 5000
/** From this many records on, a list may block the event loop noticeably, so it is read on another thread. */
const LARGE_TABLE = 20_000
/** Reading up to this many rows along an index is faster than passing a query to another thread. */
const SHORT_WALK = 10_000

/**
 * One page of a list: records with their `srno`, the total number of matches, and the page's number. Other callers
 * share the records, so they must not be changed. Throws 422 for a field, operator, value or sort that the list does
 * not offer.
 */
export const listPage = async <Row, Wire extends object>(
  db: Db,
  list: List<Row, Wire>,
  input: ListInput,
  scope: Scope = {},
) => readPage(db, list, input, await ask(db, list, input, scope), cachedRows)

/**
 * The same in two steps, for callers who cache what they make of the page: its `stamp`, which moves with every change
 * in a table it is read from, and how to `read` it.
 */
export async function askPage<Row, Wire extends object>(
  db: Db,
  list: List<Row, Wire>,
  input: ListInput,
  scope: Scope = {},
) {
  const asked = await ask(db, list, input, scope)
  return { stamp: asked.counts.stamp, read: () => readPage(db, list, input, asked, freshRows) }
}

const comparedBy = (filters: ReadFilter[]) => filters.flatMap(({ column }) => column.reads ?? [])

type PageRead = { scope: Scope; filters: ReadFilter[]; counts: Counts }

async function ask(db: Db, list: Filtered, input: ListInput, scope: Scope): Promise<PageRead> {
  const filters = [...readFilters(list, input), ...readScope(list, scope)]
  // Refuses an unknown sort before anything is counted.
  readSort(db, list, input, 'small')
  return { scope, filters, counts: await readCounts(db, list.table, [...(list.reads ?? []), ...comparedBy(filters)]) }
}

async function readPage<Row, Wire extends object>(
  db: Db,
  given: List<Row, Wire>,
  input: ListInput,
  { scope, filters, counts }: PageRead,
  rowsOf: typeof cachedRows,
) {
  const list = inOwnOrder(given, input, scope)
  const page = input.page ?? 1
  const isPaged = input.page !== undefined || input.per_page !== undefined
  const limit = isPaged ? (input.per_page ?? 10) : MOST_WITHOUT_PAGE
  const offset = (page - 1) * limit

  const inTable = recordsIn(counts)
  const small = inTable < SMALL_TABLE
  const cacheOptions = { stamp: counts.stamp, offThread: (await rowsIn(db, list, inTable)) >= LARGE_TABLE }
  const undone = await countUndone(db, list, input, scope, counts)
  const total = filters.length
    ? await countMatches(
        db,
        { ...cacheOptions, stamp: counts.stampOf([list.table, ...comparedBy(filters)]) },
        list,
        buildWhere(list.table, input, filters, {
          ...(small ? searchStrategy(db, 'small') : countStrategy(db)),
          leavesOut: undone > 0,
        }),
      )
    : recordsIn(counts, input.is_deleted) - undone
  if (offset >= total) return { data: [], total, current_page: page }

  const shown = Math.min(limit, total - offset)
  // Pages in the second half are read from the end.
  const fromEnd = !small && offset > total / 2
  const passed = fromEnd ? total - offset - shown : offset
  // In this order, one in `inTable / total` rows matches. With many matches, reading until enough are found beats
  // collecting all.
  const walked = ((passed + shown) * inTable) / total
  const plan = small ? 'small' : walked < total ? 'walk' : 'collect'
  const short = !filters.length && walked <= SHORT_WALK && followsIndex(list, input)
  const sort = readSort(db, list, input, plan)
  const strategy = { ...searchStrategy(db, plan), order: sort.terms[0]?.column, leavesOut: undone > 0 }
  const where = buildWhere(list.table, input, filters, strategy)
  const apart = sort.apart && withCondition(where, sort.apart)
  const without = apart ? await countMatches(db, cacheOptions, list, apart) : 0
  const query = without
    ? splitQuery(db, list, where, sort, { fromEnd, shown, passed, without, named: total - without })
    : { sql: pageQuery(db, list, where.sql, sort, fromEnd), values: [...where.values, shown, passed] }
  const toRecord = (row: Row, index: number) => ({ ...list.toWire(row), srno: offset + index + 1 })
  const data = await rowsOf(db, { ...cacheOptions, offThread: cacheOptions.offThread && !short }, query, toRecord)
  return { data, total, current_page: page }
}

/** The row with this id, or undefined. */
export async function findRow<Row, Wire>(db: Db, list: List<Row, Wire>, id: string) {
  const [row] = await readQuery<Row>(db, `${selectText(db, list)} where ${list.table}.id = ?`, [id])
  return row
}

/**
 * All matching records in the list's order, at most `most`, as the text of a JSON array assembled on another thread,
 * and the total number of matches. The SELECT must have the wire shape. Not cached, because one answer would evict
 * everything else. Throws 422 as listPage does.
 */
export async function listAllAsJson<Wire extends object>(
  db: Db,
  list: Omit<List<Wire, Wire>, 'toWire'>,
  input: ListInput,
  most: number,
) {
  const whole: List<Wire, Wire> = { ...list, toWire: (row) => row }
  const filters = readFilters(whole, input)
  const counts = await readCounts(db, list.table, list.reads ?? [])
  const undone = await countUndone(db, whole, input, {}, counts)
  const { sql, values } = buildWhere(list.table, input, filters, {
    ...searchStrategy(db, 'small'),
    leavesOut: undone > 0,
  })
  const offThread = recordsIn(counts) >= LARGE_TABLE
  const total = filters.length
    ? await countMatches(db, { stamp: counts.stamp, offThread }, whole, { sql, values })
    : recordsIn(counts, input.is_deleted) - undone
  const query = pageQuery(db, whole, sql, readSort(db, whole, input, 'small'), false)
  return { json: await engineOf(db).jsonOffThread(db, query, [...values, most, 0]), total }
}

/** What to take from a list: only some records or all but some, and only some columns of its SELECT. */
type Wanted = { ids?: string[] | undefined; except?: string[] | undefined; columns: string[] }

/**
 * The statements that count and read all matching records in the list's order, for a connection of another thread: see
 * server/db/engines/snapshot.ts. Throws 422 as listPage does.
 */
export function wholeList<Row>(
  db: Db,
  given: Filtered & Pick<List<Row, never>, 'select'>,
  input: ListInput,
  scope: Scope,
  { ids, except, columns }: Wanted,
): { count: Statement; rows: Statement } {
  const list = inOwnOrder(given, input, scope)
  // Records chosen one by one are exported whatever their state.
  const { sql, values } = whereClause(db, list, input, scope, 'collect', !ids && leavesOutUndone(list, input, scope))
  const chosen: Condition[] = []
  const idsIn = engineOf(db).textsFromJson
  if (ids) chosen.push({ sql: `${list.table}.id in ${idsIn}`, values: [JSON.stringify(ids)] })
  if (except?.length) chosen.push({ sql: `${list.table}.id not in ${idsIn}`, values: [JSON.stringify(except)] })
  const conditions = [...(sql ? [sql.replace(/^where /, '')] : []), ...chosen.map((one) => one.sql)]
  const where = conditions.length ? `where ${conditions.join(' and ')}` : ''
  const bound = [...values, ...chosen.flatMap((one) => one.values)]
  const { terms } = readSort(db, list, input, 'collect')
  const ordered = `${selectText(db, list)} ${where} ${orderBy(terms)}`
  const statement = (text: string): Statement => ({ text: withPlaceholders(db, text), values: bound })
  return {
    count: statement(`select count(*) as total from ${list.table} ${where}`),
    // This drops what the SELECT would compute for each row but nobody wants.
    rows: statement(`select ${columns.map((column) => `"${column}"`).join(', ')} from (${ordered}) as listed`),
  }
}

/** The names of the columns in a list's SELECT. */
export function selectedNames<Row>(db: Db, { select }: Pick<List<Row, never>, 'select'>): ReadonlySet<string> {
  const { selections = [] } = select(db).compile().query as SelectQueryNode
  return new Set(selections.map(({ selection }) => nameOf(selection)))
}

function nameOf(node: OperationNode): string {
  if (AliasNode.is(node) && IdentifierNode.is(node.alias)) return node.alias.name
  if (ReferenceNode.is(node)) return nameOf(node.column)
  if (ColumnNode.is(node)) return node.column.name
  throw new Error(`a list selects a ${node.kind} without a name`)
}

/** Roughly how many rows a list is read from. Tables other than records' are not counted, but have numbers. */
async function rowsIn(db: Db, { table, key }: Filtered, records: number) {
  if (key !== 'seq') return records
  const [last] = await readQuery<{ seq: number | null }>(db, `select max(seq) as seq from ${table}`, [])
  return last?.seq ?? 0
}
