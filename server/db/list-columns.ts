import { z } from 'zod'
import { numberOps, textOps } from '#contract/records.ts'
import { textKey } from './text-key.ts'

/** Part of a WHERE clause: text made of our own words and placeholders only, with the values that fill them. */
export type Condition = {
  sql: string
  values: (string | number)[]
  /** A quicker way to count the matching rows, for when this is the only condition. Takes the same values. */
  countSql?: string | undefined
}

/**
 * One field that callers may filter and sort a list by.
 * `where` gives the condition for an operator that stands in `ops`, or null for a value of the wrong kind.
 */
export type ListColumn = {
  ops: readonly string[]
  orderBy: string[]
  /** The same order in terms of a table that is joined `on`, whose index can be walked in it. */
  walkBy?: { table: string; on: string; orderBy: string[] }
  /** Rows without a value come before all others. */
  nullable?: true
  /** What must be joined to sort by it. */
  join?: string | string[]
  /** Further tables whose changes can change which rows match. */
  reads?: string[]
  where: (
    op: string,
    value: string | number,
    valueTo: string | number | undefined,
    strategy: SearchStrategy,
  ) => Condition | null
}

/**
 * How matching rows are found. `own`, `others`: whether a part of a text is looked up in the search index that stands
 * beside a table, for the listed table itself and for those it refers to; where it is not, each row is compared, in
 * PostgreSQL through an index that its planner knows. `bare` before a column keeps its index out of it, because so many
 * rows match that walking them in the wished order is quicker.
 */
export type SearchStrategy = { ownSearchTable: boolean; otherSearchTables: boolean; noIndex: '' | '+' }

/** Shorter texts have no trigram, so the index cannot answer for them. */
const SHORTEST_INDEXED = 3

/** A text column of the listed table itself; compared by its key column, searched through the table's search index. */
export function textColumn(table: string, column: string): ListColumn {
  const key = `${table}.${column}`
  return {
    ops: textOps,
    orderBy: [key],
    where: (op, value, _to, strategy) =>
      textCondition(table, column, op, value, strategy.ownSearchTable, strategy.noIndex),
  }
}

/** The name of a referenced record: `foreignKey` of the listed table points at the id of `table`. */
export function nameColumn(table: string, foreignKey: string): ListColumn {
  return {
    ops: textOps,
    orderBy: [`${table}.name_key`, foreignKey],
    walkBy: { table, on: `${table}.id = ${foreignKey}`, orderBy: [`${table}.name_key`, `${table}.id`] },
    join: `inner join ${table} on ${table}.id = ${foreignKey}`,
    reads: [table],
    where(op, value, _to, strategy) {
      const named = textCondition(table, 'name_key', op, value, strategy.otherSearchTables)
      // Its own count would count the referenced records.
      return {
        sql: `${strategy.noIndex}${foreignKey} in (select id from ${table} where ${named.sql})`,
        values: named.values,
      }
    },
  }
}

/** The name of who added a record, an administrator or an app user; `foreignKey` of the listed table points at either. */
export function addedByColumn(foreignKey: string): ListColumn {
  return {
    ops: textOps,
    orderBy: ['coalesce(admins.name_key, users.name_key)', foreignKey],
    join: `left join admins on admins.id = ${foreignKey} left join users on users.id = ${foreignKey}`,
    reads: ['admins', 'users'],
    where(op, value, _to, strategy) {
      // Administrators are few: they have no search index and are walked.
      const admins = textCondition('admins', 'name_key', op, value, false)
      const users = textCondition('users', 'name_key', op, value, strategy.otherSearchTables)
      return {
        sql: `${strategy.noIndex}${foreignKey} in (select id from admins where ${admins.sql} union all select id from users where ${users.sql})`,
        values: [...admins.values, ...users.values],
      }
    },
  }
}

/** A column that holds the id of another record, or one of a few words: only ever filtered by the whole of it. */
export const idColumn = (column: string): ListColumn => ({
  ops: ['eq'],
  orderBy: [column],
  where: (_op, value, _to, strategy) => ({ sql: `${strategy.noIndex}${column} = ?`, values: [String(value)] }),
})

/** Who is shown a record of `table`: one added by an administrator everybody, one added by an app user that user alone. */
export const visibleToColumn = (table: string): ListColumn => ({
  ops: ['eq'],
  orderBy: [`${table}.added_by_id`],
  where: (_op, value) => ({
    sql: `(${table}.added_by_kind = 'admin' or ${table}.added_by_id = ?)`,
    values: [String(value)],
  }),
})

/** A whole-number column. */
export const numberColumn = (column: string) => comparedColumn(column, toNumber, compareWhole)

/** A column of calendar days, YYYY-MM-DD: as text they compare as days do. */
export const dateColumn = (column: string) => comparedColumn(column, toDate, compare)

function comparedColumn<Value extends string | number>(
  column: string,
  read: (value: string | number | undefined) => Value | null,
  compare: (column: string, op: string, value: Value) => Condition,
): ListColumn {
  return {
    ops: numberOps,
    orderBy: [column],
    where(op, value, valueTo, strategy) {
      const from = read(value)
      if (from === null) return null
      if (op !== 'between' && op !== 'between_inclusive') return compare(strategy.noIndex + column, op, from)
      const to = read(valueTo)
      if (to === null) return null
      const [above, below] = op === 'between' ? ['gt', 'lt'] : ['gte', 'lte']
      return both(compare(strategy.noIndex + column, above, from), compare(strategy.noIndex + column, below, to))
    },
  }
}

const both = (one: Condition, other: Condition) => ({
  sql: `${one.sql} and ${other.sql}`,
  values: [...one.values, ...other.values],
})

/** A column that holds 0 or 1, named to callers by true and false. */
export function flagColumn(column: string): ListColumn {
  return {
    ops: ['eq'],
    orderBy: [column],
    where: (_op, value, _to, strategy) => {
      const flag = ['false', 'true'].indexOf(String(value))
      return flag < 0 ? null : { sql: `${strategy.noIndex}${column} = ${flag}`, values: [] }
    },
  }
}

const comparisons: Record<string, string> = { eq: '=', ne: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=' }

const compare = (column: string, op: string, value: string | number): Condition => ({
  sql: `${column} ${comparisons[op]} ?`,
  values: [value],
})

// PostgreSQL takes no fraction and nothing larger where whole numbers stand.
function compareWhole(column: string, op: string, value: number): Condition {
  const near = Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, value))
  if (Number.isInteger(near)) return compare(column, op, near)
  if (op === 'eq' || op === 'ne') return { sql: op === 'eq' ? '1 = 0' : '1 = 1', values: [] }
  return compare(column, op, op === 'lt' || op === 'gte' ? Math.ceil(near) : Math.floor(near))
}

function toNumber(value: string | number | undefined) {
  const parsed = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof parsed === 'number' && Number.isFinite(parsed) ? parsed : null
}

const toDate = (value: string | number | undefined) => z.iso.date().safeParse(value).data ?? null

const asSearched = (value: string | number) => String(value).normalize('NFKC').toLowerCase()

/** Compares text without a search index; `key` is an expression of our own words that gives a text key. */
export function matchText(key: string, op: string, value: string | number): Condition {
  if (op === 'equals') return { sql: `${key} = ?`, values: [textKey(String(value))] }
  if (op === 'starts_with') {
    const start = textKey(String(value))
    return { sql: `${key} >= ? and ${key} < ?`, values: [start, `${start}\u{10FFFF}`] }
  }
  return { sql: `${key} like ? escape '\\'`, values: [`%${asSearched(value).replace(/[\\%_]/g, '\\$&')}%`] }
}

function textCondition(
  table: string,
  column: string,
  op: string,
  value: string | number,
  useSearchTable: boolean,
  noIndex = '',
): Condition {
  const part = asSearched(value)
  if (op !== 'contains' || !useSearchTable || Array.from(part).length < SHORTEST_INDEXED) {
    return matchText(`${noIndex}${table}.${column}`, op, value)
  }
  const found = `from ${table}_search where ${table}_search match ?`
  return {
    sql: `${table}.seq in (select rowid ${found})`,
    countSql: `select count(*) as total ${found}`,
    values: [`${column} : "${part.replaceAll('"', '""')}"`],
  }
}
