import type { Compilable } from 'kysely'
import type { ListInput } from '#contract/records.ts'
import { engineOf } from '../engines/engine.ts'
import type { Db } from '../schema.ts'
import type { Condition } from './condition.ts'
import { columnNamed, type Filtered, type Plan } from './list-filters.ts'

/** A list with the SELECT of its rows. */
type Selecting = Filtered & { select: (db: Db) => Compilable<unknown> }

/**
 * The query of one page; its last two values are how many rows it shows and how many it skips. Only text from the
 * list's own definition becomes SQL; callers' values are bound. The inner query finds the page on the listed table's
 * indexes; the outer one reads the other columns only for its rows.
 */
export function pageQuery(db: Db, list: Selecting, where: string, { terms, from }: Sort, fromEnd: boolean) {
  const found = orderBy(fromEnd ? terms.map(reversed) : terms)
  const key = keyOf(db, list)
  const page = `select ${key} from ${from} ${where} ${found} limit ? offset ?`
  return `${selectText(db, list)} where ${key} in (${page}) ${orderBy(terms)}`
}

/** This key is part of every index, so skipped rows need not be read. */
const keyOf = (db: Db, { table, key }: Filtered) => `${table}.${key ?? engineOf(db).rowKey}`

type Part = { fromEnd: boolean; shown: number; passed: number; without: number; named: number }

/**
 * A page of a list walked along the table it refers to, if some rows refer to none: those come from the listed table,
 * before or after all others.
 */
export function splitQuery(
  db: Db,
  list: Selecting,
  where: Condition,
  { terms, from, apart = '' }: Sort,
  { fromEnd, shown, passed, without, named }: Part,
) {
  const read = fromEnd ? terms.map(reversed) : terms
  const isFirst = read[0]?.order === 'asc'
  const before = isFirst ? without : named
  const first = { offset: Math.min(passed, before), limit: 0 }
  first.limit = Math.min(shown, before - first.offset)
  const second = { offset: passed - first.offset, limit: shown - first.limit }
  const [empty, others] = isFirst ? [first, second] : [second, first]
  const key = keyOf(db, list)
  const { sql, values } = withCondition(where, apart)
  const pages = [
    `select ${key} as key from ${from} ${where.sql} ${orderBy(read.map(plain))} limit ? offset ?`,
    `select ${key} as key from ${list.table} ${sql} ${orderBy(read.slice(-1))} limit ? offset ?`,
  ]
  const found = pages.map((page, place) => `select key from (${page}) as part_${place}`).join(' union all ')
  return {
    sql: `${selectText(db, list)} where ${key} in (${found}) ${orderBy(terms)}`,
    values: [...where.values, others.limit, others.offset, ...values, empty.limit, empty.offset],
  }
}

const plain = ({ column, order }: Term): Term => ({ column, order })

/** A WHERE clause with one more condition. */
export const withCondition = ({ sql, values }: Condition, more: string): Condition => ({
  sql: sql ? `${sql} and ${more}` : `where ${more}`,
  values,
})

type Term = { column: string; order: 'asc' | 'desc'; nullable?: true | undefined }
/** What rows are read from, and in which order; rows that meet `apart` are excluded. */
type Sort = { terms: Term[]; from: string; apart?: string | undefined }

const reversed = (term: Term): Term => ({ ...term, order: term.order === 'asc' ? 'desc' : 'asc' })

/** The ORDER BY clause of these terms. */
export function orderBy(terms: Term[]) {
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

/** The order the call wants, and what the list is read from for it. Throws 422 as listPage does. */
export function readSort(db: Db, list: Filtered, { sort = [] }: ListInput, plan: Plan): Sort {
  if (!sort.length) {
    const { orderWalk: walk, orderJoin = [] } = list
    const joined = [list.table, orderJoin].flat().join(' ')
    const from =
      plan === 'walk' && walk ? engineOf(db).orderedJoin(walk.table, list.table, walk.on, walk.index) : joined
    return { terms: list.order.map(toTerm), from }
  }
  const sorted = sort.map(({ field, order }) => ({ column: columnNamed(list, field, 'sort'), order }))
  // The id takes the last sort direction, so that one index serves both directions.
  const last: Term = { column: `${list.table}.id`, order: sorted.at(-1)?.order ?? 'asc' }
  const [first] = sorted
  const walkBy = plan === 'walk' && sorted.length === 1 ? first?.column.walkBy : undefined
  if (walkBy && first) {
    const { nullable } = first.column
    const terms = walkBy.orderBy.map((column): Term => ({ column, order: first.order, nullable }))
    const from = engineOf(db).orderedJoin(walkBy.table, list.table, walkBy.on)
    return { terms: [...terms, last], from, apart: walkBy.unless }
  }
  const terms = sorted.flatMap(({ column: { orderBy, nullable }, order }) =>
    orderBy.map((column): Term => ({ column, order, nullable })),
  )
  const joins = new Set(sorted.flatMap(({ column }) => column.join ?? []))
  return { terms: [...terms, last], from: [list.table, ...joins].join(' ') }
}

/** Whether an index has the requested order, so that the first rows are found without sorting. */
export function followsIndex(list: Filtered, { sort = [] }: ListInput) {
  if (!sort.length) return list.orderJoin === undefined
  const columns = sort.map(({ field }) => columnNamed(list, field, 'sort'))
  return columns.length <= 1 && columns.every(({ join, walkBy }) => !join || walkBy)
}

const selectTexts = new WeakMap<object, string>()

/** The SQL of the list's SELECT. */
export function selectText(db: Db, list: Pick<Selecting, 'table' | 'select'>) {
  const known = selectTexts.get(list.select)
  if (known) return known
  const { sql, parameters } = list.select(db).compile()
  if (parameters.length)
    throw new Error(`the SELECT of ${list.table} binds values, which a page has no place for: ${sql}`)
  selectTexts.set(list.select, sql)
  return sql
}
