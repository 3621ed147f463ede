import { type ListInput, needsNoValue } from '#contract/records.ts'
import { refused } from '../../errors.ts'
import { engineOf } from '../engines/engine.ts'
import type { Db, ListedTable } from '../schema.ts'
import type { Condition } from './condition.ts'
import { flagColumn, type ListColumn, type SearchStrategy, timeColumn } from './list-columns.ts'

/** The fields of a list that callers may name, what it reads, and its default order. */
export type Filtered<Table extends ListedTable = ListedTable> = {
  table: Table
  /** The other tables that the SELECT reads. */
  reads?: ListedTable[]
  columns: Record<string, ListColumn>
  /** Scopes that are not columns; callers cannot name these. */
  scopes?: Record<string, ListColumn>
  /** The field that says more about a record's state than whether it is deleted. */
  state?: string
  order: string[]
  /** The join for the default order; without one, an index has that order. */
  orderJoin?: string
  /** The same join starting from the table this order begins with, along its index that begins the same way. */
  orderWalk?: { table: string; index: string; on: string }
  /** Its default order, and the join for it, if narrowed to one value of the field `by`. */
  within?: { by: string; order: string[]; orderJoin: string }
  /** The key to page by: `seq` if `id` does not identify rows, `id` if there is no `seq`. */
  key?: 'seq' | 'id'
}

/**
 * How a page is found: `small` leaves it to the database; `walk` reads rows in the requested order and checks each;
 * `collect` finds all matches and sorts them. docs/lists.md has a diagram.
 */
export type Plan = 'small' | 'walk' | 'collect'

/** What narrows a list besides the caller's filters: values of fields, none of which is ever dropped. */
export type Scope = Record<string, string>

/** A parsed filter: its condition's SQL depends on how the page is found. */
export type ReadFilter = { column: ListColumn; condition: (strategy: SearchStrategy) => Condition }

/**
 * The WHERE clause for the rows a list would show with these filters, to collect them or to check rows while walking
 * the table. Throws 422 as listPage does.
 */
export const whereClause = (
  db: Db,
  list: Filtered,
  input: ListInput,
  scope: Scope,
  plan: 'collect' | 'walk',
  leavesOut = leavesOutUndone(list, input, scope),
) =>
  buildWhere(list.table, input, [...readFilters(list, input), ...readScope(list, scope)], {
    ...searchStrategy(db, plan),
    leavesOut,
  })

/**
 * Whether the list leaves out records whose addition was undone: unless it is filtered by status. Lists of other things
 * never leave anything out.
 */
export const leavesOutUndone = (
  { table, state = '' }: Filtered,
  { is_deleted, filters = {} }: ListInput,
  scope: Scope,
) =>
  is_deleted === undefined &&
  !(state in scope) &&
  ['is_deleted', state].every((field) => (filters[field]?.value ?? '') === '') &&
  table !== 'notification_recipients' &&
  table !== 'changes'

/** How texts are found with this plan. */
export function searchStrategy(db: Db, plan: Plan): Strategy {
  const { hasSearchTable } = engineOf(db)
  return {
    ownSearchTable: hasSearchTable && plan === 'collect',
    otherSearchTables: hasSearchTable,
    noIndex: hasSearchTable && plan === 'walk' ? '+' : '',
    checksRows: !hasSearchTable || plan !== 'collect',
    noStatusIndex: hasSearchTable ? '+' : '',
  }
}

/** The same for counting all matches in a large table. */
export const countStrategy = (db: Db): Strategy => ({ ...searchStrategy(db, 'collect'), checksRows: true })

/**
 * `noStatusIndex` is put before the column that nearly all rows share; `leavesOut` is the result of leavesOutUndone.
 */
type Strategy = SearchStrategy & { noStatusIndex: '' | '+'; leavesOut?: boolean }

/** The WHERE clause of these filters. */
export function buildWhere(table: string, input: ListInput, filters: ReadFilter[], strategy: Strategy): Condition {
  const conditions = filters.map(({ condition }) => condition(strategy))
  // A literal, because the planner uses the partial index over deleted rows only for a literal. Nearly all rows are
  // active, but without statistics SQLite assumes few are.
  if (input.is_deleted !== undefined)
    conditions.push({
      sql: input.is_deleted ? `${table}.is_deleted = 1` : `${strategy.noStatusIndex}${table}.is_deleted = 0`,
      values: [],
    })
  if (strategy.leavesOut)
    conditions.push({
      sql: `not exists (select 1 from undone_adds where undone_adds.record_id = ${table}.id)`,
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

/** A call's filters. Throws 422 for a field, operator or value that the list does not offer. */
export function readFilters(list: Filtered, { filters = {} }: ListInput): ReadFilter[] {
  return Object.entries(filters)
    .filter(([, { op, value }]) => value !== '' || needsNoValue(op))
    .map(([field, { op: wanted, value, value_to }]) => {
      const column = columnNamed(list, field, 'filters')
      const op = wanted ?? column.ops[0]
      if (op === undefined || !column.ops.includes(op)) {
        throw refused('filters', `The field ${field} cannot be filtered with the operator ${wanted}.`)
      }
      if (!column.where(op, value, value_to, { ownSearchTable: false, otherSearchTables: false, noIndex: '' })) {
        throw refused('filters', `The filter value of the field ${field} is not valid.`)
      }
      return { column, condition: (strategy) => column.where(op, value, value_to, strategy) as Condition }
    })
}

/** What the list is narrowed to. */
export function readScope({ columns, scopes = {} }: Filtered, scope: Scope): ReadFilter[] {
  return Object.entries(scope).map(([field, value]) => {
    const column = scopes[field] ?? columns[field]
    if (!column) throw new Error(`a list has no scope ${field}`)
    return { column, condition: (strategy) => column.where('eq', value, undefined, strategy) as Condition }
  })
}

/** The list with its default order for this call. */
export function inOwnOrder<Kept extends Filtered>(list: Kept, { filters }: ListInput, scope: Scope): Kept {
  if (!list.within) return list
  const { by, order, orderJoin } = list.within
  const filter = filters?.[by]
  const isOne = by in scope || (filter?.value && (filter.op ?? 'eq') === 'eq')
  return isOne ? { ...list, order, orderJoin } : list
}

/** A column named by the call. Throws 422 if the list does not have it. */
export function columnNamed({ table, columns }: Filtered, field: string, part: 'filters' | 'sort') {
  const named = Object.hasOwn(columns, field) ? columns[field] : undefined
  const column = named ?? sharedColumn(table, field)
  if (!column) {
    throw refused(part, `This list cannot be ${part === 'sort' ? 'sorted' : 'filtered'} by the field ${field}.`)
  }
  return column
}

/** All records can be filtered and sorted by status and by when they were added and last changed. */
function sharedColumn(table: ListedTable, field: string) {
  if (field === 'is_deleted') return flagColumn(`${table}.is_deleted`)
  const isTime = field === 'created_at' || field === 'updated_at'
  return isTime && table !== 'notification_recipients' && table !== 'changes'
    ? timeColumn(`${table}.${field}`)
    : undefined
}

/** Every field that callers may name in a list's filters and sort. */
export function columnsOf({ table, columns }: Filtered): Record<string, ListColumn> {
  const shared = ['is_deleted', 'created_at', 'updated_at'].map((field) => [field, sharedColumn(table, field)] as const)
  const known = shared.flatMap(([field, column]) => (column ? [[field, column] as const] : []))
  return { ...Object.fromEntries(known), ...columns }
}
