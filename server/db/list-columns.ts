import { z } from 'zod'
import { numberOps, textOps } from '#contract/records.ts'
import { foldText } from './text-key.ts'

/** Part of a WHERE clause: SQL of the server's own words and placeholders, and the values for the placeholders. */
export type Condition = {
  sql: string
  values: (string | number)[]
  /** A quicker query for the number of matches when this is the only condition. Takes the same values. */
  countSql?: string | undefined
}

/**
 * A field that callers may filter and sort a list by. `where` returns the condition for an operator in `ops`, or null
 * for a value of the wrong type.
 */
export type ListColumn = {
  ops: readonly string[]
  orderBy: string[]
  /** The same order as columns of a referenced table, joined `on`, whose index has that order. */
  walkBy?: { table: string; on: string; orderBy: string[] }
  /** The column can be null; nulls sort first. */
  nullable?: true
  /** The joins that sorting by it needs. */
  join?: string | string[]
  /** Other tables whose changes can change which rows match. */
  reads?: string[]
  where: (
    op: string,
    value: string | number,
    valueTo: string | number | undefined,
    strategy: SearchStrategy,
  ) => Condition | null
}

/**
 * How matching rows are found on SQLite. `ownSearchTable`, `otherSearchTables`: whether text is looked up in the
 * search tables of the listed table and of the referenced ones; otherwise every row is compared. `noIndex` is put
 * before a column to keep SQLite from using its index when so many rows match that reading them in the requested order
 * is quicker. On PostgreSQL all are off, as its planner decides.
 */
export type SearchStrategy = { ownSearchTable: boolean; otherSearchTables: boolean; noIndex: '' | '+' }

/** Shorter texts contain no trigram, so a search index cannot find them. */
const SHORTEST_INDEXED = 3

/** A text column of the listed table, compared by its key column and searched through the table's search index. */
export function textColumn(table: string, column: string): ListColumn {
  const key = `${table}.${column}`
  return {
    ops: textOps,
    orderBy: [key],
    where: (op, value, _to, strategy) =>
      textCondition(table, column, op, value, strategy.ownSearchTable, strategy.noIndex),
  }
}

/** The name of a referenced record: `foreignKey` is a column of the listed table that holds an id of `table`. */
export function nameColumn(table: string, foreignKey: string): ListColumn {
  return {
    ops: textOps,
    orderBy: [`${table}.name_key`, foreignKey],
    walkBy: { table, on: `${table}.id = ${foreignKey}`, orderBy: [`${table}.name_key`, `${table}.id`] },
    join: `inner join ${table} on ${table}.id = ${foreignKey}`,
    reads: [table],
    where(op, value, _to, strategy) {
      const named = textCondition(table, 'name_key', op, value, strategy.otherSearchTables)
      // No countSql: that would count the referenced records.
      return {
        sql: `${strategy.noIndex}${foreignKey} in (select id from ${table} where ${named.sql})`,
        values: named.values,
      }
    },
  }
}

/** The name of the administrator or app user whose id is in `foreignKey`, a column of the listed table. */
export function addedByColumn(foreignKey: string): ListColumn {
  return {
    ops: textOps,
    orderBy: ['coalesce(admins.name_key, users.name_key)', foreignKey],
    join: `left join admins on admins.id = ${foreignKey} left join users on users.id = ${foreignKey}`,
    reads: ['admins', 'users'],
    where(op, value, _to, strategy) {
      // Administrators are few, so they have no search index.
      const admins = textCondition('admins', 'name_key', op, value, false)
      const users = textCondition('users', 'name_key', op, value, strategy.otherSearchTables)
      return {
        sql: `${strategy.noIndex}${foreignKey} in (select id from admins where ${admins.sql} union all select id from users where ${users.sql})`,
        values: [...admins.values, ...users.values],
      }
    },
  }
}

/** A column that holds an id or one of a few fixed words and is filtered by equality only. */
export const idColumn = (column: string): ListColumn => ({
  ops: ['eq'],
  orderBy: [column],
  where: (_op, value, _to, strategy) => ({ sql: `${strategy.noIndex}${column} = ?`, values: [String(value)] }),
})

/** Whether an app user, given by id, may see a record of `table`: those added by administrators, and the user's own. */
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

/** A column of sequence numbers: whole numbers that are also found by some of their digits. */
export function sequenceColumn(column: string): ListColumn {
  const number = numberColumn(column)
  return {
    ...number,
    ops: [...numberOps, 'contains'],
    where(op, value, valueTo, strategy) {
      if (op !== 'contains') return number.where(op, value, valueTo, strategy)
      const digits = String(value).trim()
      return /^\d+$/.test(digits) ? like(`cast(${strategy.noIndex}${column} as text)`, digits) : null
    },
  }
}

/** A column of calendar days, YYYY-MM-DD, which compare correctly as text. */
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

/** A column that holds 0 or 1; callers write true and false. */
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

// PostgreSQL rejects fractions and numbers beyond 64 bits where it compares whole numbers.
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

/** Compares text without a search index. `key` is an SQL expression, written by the server, for a text key. */
export function matchText(key: string, op: string, value: string | number): Condition {
  const part = foldText(String(value))
  const words = part.trim()
  if (op === 'equals') return { sql: `${key} = ?`, values: [words] }
  if (op !== 'starts_with') return part === words ? like(key, words) : both(like(key, words), amongBlanks(key, part))
  const start = part.trimStart()
  const range = { sql: `${key} >= ? and ${key} < ?`, values: [start, `${start}\u{10FFFF}`] }
  return start === words ? range : { sql: `(${key} = ? or ${range.sql})`, values: [words, ...range.values] }
}

const like = (text: string, part: string): Condition => ({
  sql: `${text} like ? escape '\\'`,
  values: [`%${part.replace(/[\\%_]/g, '\\$&')}%`],
})

// Keys have no outer blanks, but what is looked for may begin or end with one.
const amongBlanks = (key: string, part: string) => like(`(' ' || ${key} || ' ')`, part)

function textCondition(
  table: string,
  column: string,
  op: string,
  value: string | number,
  useSearchTable: boolean,
  noIndex = '',
): Condition {
  const part = foldText(String(value))
  const words = part.trim()
  if (op !== 'contains' || !useSearchTable || Array.from(words).length < SHORTEST_INDEXED) {
    return matchText(`${noIndex}${table}.${column}`, op, value)
  }
  const found = `from ${table}_search where ${table}_search match ?`
  const indexed = {
    sql: `${table}.seq in (select rowid ${found})`,
    values: [`${column} : "${words.replaceAll('"', '""')}"`],
  }
  return part === words
    ? { ...indexed, countSql: `select count(*) as total ${found}` }
    : both(indexed, amongBlanks(`${table}.${column}`, part))
}
