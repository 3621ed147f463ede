import { z } from 'zod'
import { choiceOps, needsNoValue, numberOps, textOps } from '#contract/records.ts'
import { containing, isFoundByIndex, matchText, oppositeOf, textCondition } from '../search/text-conditions.ts'
import { among, both, type Condition, either, not, refersTo } from './condition.ts'

/** What a filter compares with: one value, several for the operator `in`, none for operators without a value. */
export type FilterValue = string | number | string[] | undefined

/**
 * A field that callers may filter and sort a list by. `where` returns the condition for an operator in `ops`, or null
 * for a value of the wrong type.
 */
export type ListColumn = {
  ops: readonly string[]
  orderBy: string[]
  /** The column of the table's search index that finds any part of it. */
  searched?: string
  /**
   * An equivalent order by columns of a referenced table, joined `on`, whose index has that order. Rows that meet
   * `unless` refer to none.
   */
  walkBy?: { table: string; on: string; orderBy: string[]; unless?: string }
  /** The column can be null; nulls sort first. */
  nullable?: true
  /** The joins needed to sort by it. */
  join?: string | string[]
  /** Other tables whose changes can affect which rows match. */
  reads?: string[]
  where: (
    op: string,
    value: FilterValue,
    valueTo: string | number | undefined,
    strategy: SearchStrategy,
  ) => Condition | null
}

/**
 * How matching rows are found on SQLite. `ownSearchTable`, `otherSearchTables`: whether text is looked up in the search
 * tables of the listed table and of referenced ones; otherwise every row is compared. `noIndex` is put before a column
 * to keep SQLite from using its index when so many rows match that reading them in the requested order is faster;
 * `order` is the column of that order, whose index also finds where a range begins and ends. `checksRows`: a referenced
 * text that no index finds is compared for each row, instead of first reading the whole referenced table. On PostgreSQL
 * only `checksRows` is on: its planner decides, except that with "not" or "or" before a subquery it compares each row
 * with all results.
 */
export type SearchStrategy = {
  ownSearchTable: boolean
  otherSearchTables: boolean
  noIndex: '' | '+'
  checksRows?: boolean
  order?: string | undefined
}

/** A column that compares text; the text is empty for operators without a value. */
function comparesText(
  where: (op: string, value: string | number, strategy: SearchStrategy) => Condition,
): Pick<ListColumn, 'ops' | 'where'> {
  return {
    ops: textOps,
    where(op, value, _to, strategy) {
      if (needsNoValue(op)) return where(op, '', strategy)
      return typeof value === 'object' || value === undefined ? null : where(op, value, strategy)
    },
  }
}

/**
 * A text column of the listed table, compared by its key column and searched through the table's search index, if it is
 * part of that; or a column without a key, searched for what `fold` makes of the text.
 */
export function textColumn(
  table: string,
  column: string,
  fold?: (text: string) => string,
  { isIndexed = true } = {},
): ListColumn {
  return {
    ...comparesText((op, value, { ownSearchTable, noIndex }) =>
      textCondition({ table, column }, op, value, isIndexed && ownSearchTable, noIndex, fold),
    ),
    orderBy: [`${table}.${column}`],
    ...(isIndexed && { searched: column }),
  }
}

const FEWEST_DIGITS = 3
/** What people write between digits of phone numbers. */
const BETWEEN = ['(', ')', ' ', '-', '.', '/', '+']

/** A phone number, found by its digits in whatever notation. */
export function phoneColumn(table: string, column: string): ListColumn {
  const plain = textColumn(table, column)
  const digits = BETWEEN.reduce((text, one) => `replace(${text}, '${one}', '')`, `coalesce(${table}.${column}, '')`)
  return {
    orderBy: plain.orderBy,
    ...referencedText((op, value, strategy) => {
      const typed = String(value)
      const wanted = typed.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
      const isNumber = wanted.length >= FEWEST_DIGITS && !/[^\d\s()./+-]/.test(typed)
      if (isNumber) return matchText(digits, op, wanted)
      return plain.where(op, value, undefined, strategy) ?? matchText(`${table}.${column}`, op, typed)
    }),
  }
}

/** A computed text, found by `where`, which takes the positive operators only. */
export function referencedText(
  where: (op: string, value: string | number, strategy: SearchStrategy) => Condition,
): Pick<ListColumn, 'ops' | 'where'> {
  return comparesText((op, value, strategy) => {
    const opposite = op === 'is_empty' ? 'not_empty' : oppositeOf(op)
    return opposite ? not(where(opposite, value, strategy)) : where(op, value, strategy)
  })
}

/** Whether a referenced text is compared for each row. SQLite first finds the texts if an index has them. */
export const comparesRows = (op: string, value: string | number, { checksRows, otherSearchTables }: SearchStrategy) =>
  checksRows === true && !(otherSearchTables && isFoundByIndex(op, value))

/**
 * The name of a referenced record, or another text with the key column `key`: `foreignKey` is a column of the listed
 * table that holds an id in `table`.
 */
export function nameColumn(table: string, foreignKey: string, key = 'name_key'): ListColumn {
  return {
    ...referencedText((op, value, strategy) => {
      const { noIndex, otherSearchTables } = strategy
      const named = textCondition({ table, column: key }, op, value, otherSearchTables)
      if (comparesRows(op, value, strategy)) return refersTo(table, foreignKey, named)
      // No countSql: that would count the referenced records.
      return { sql: `${noIndex}${foreignKey} in (select id from ${table} where ${named.sql})`, values: named.values }
    }),
    orderBy: [`${table}.${key}`, foreignKey],
    walkBy: { table, on: `${table}.id = ${foreignKey}`, orderBy: [`${table}.${key}`, `${table}.id`] },
    join: `inner join ${table} on ${table}.id = ${foreignKey}`,
    reads: [table],
  }
}

/** The same if `foreignKey` may be null: rows that refer to none sort first, with an empty name. */
export function optionalNameColumn(table: string, foreignKey: string, key?: string): ListColumn {
  const column = nameColumn(table, foreignKey, key)
  const { walkBy } = column
  return {
    ...column,
    nullable: true,
    ...(walkBy && { walkBy: { ...walkBy, unless: `${foreignKey} is null` } }),
    join: `left join ${table} on ${table}.id = ${foreignKey}`,
  }
}

/** The name of the administrator or owner whose id is in `foreignKey`, a column of the listed table. */
export function addedByColumn(foreignKey: string): ListColumn {
  return {
    ...referencedText((op, value, strategy) => {
      const { noIndex, otherSearchTables } = strategy
      // There are few administrators, so they have no search index.
      const admins = textCondition({ table: 'admins', column: 'name_key' }, op, value, false)
      const users = textCondition({ table: 'users', column: 'name_key' }, op, value, otherSearchTables)
      if (comparesRows(op, value, strategy))
        return either(refersTo('admins', foreignKey, admins), refersTo('users', foreignKey, users))
      return {
        sql: `${noIndex}${foreignKey} in (select id from admins where ${admins.sql} union all select id from users where ${users.sql})`,
        values: [...admins.values, ...users.values],
      }
    }),
    orderBy: ['coalesce(admins.name_key, users.name_key)', foreignKey],
    join: `left join admins on admins.id = ${foreignKey} left join users on users.id = ${foreignKey}`,
    reads: ['admins', 'users'],
  }
}

/** The values of a choice, or null if the operator's value is missing. */
function chosen(op: string, value: FilterValue) {
  if (op === 'in') return Array.isArray(value) ? [...new Set(value)] : null
  return typeof value === 'object' || value === undefined ? null : [String(value)]
}

/** A column with an id or one of a few fixed words, filtered by equality only. */
export const idColumn = (column: string): ListColumn => ({
  ops: choiceOps,
  orderBy: [column],
  where(op, value, _to, { noIndex }) {
    const ids = chosen(op, value)
    return ids && among(noIndex + column, ids)
  },
})

/** Whether an owner, given by id, may see a record of `table`: administrators' records, and the owner's own. */
export const visibleToColumn = (table: string): ListColumn => ({
  ops: ['eq'],
  orderBy: [`${table}.added_by_id`],
  where: (_op, value) => ({
    sql: `(${table}.added_by_kind = 'admin' or ${table}.added_by_id = ?)`,
    values: [String(value)],
  }),
})

/** A column of whole numbers, also found by some of their digits. */
export function numberColumn(column: string): ListColumn {
  const number = comparedColumn(column, toNumber, compareWhole)
  return {
    ...number,
    ops: [...numberOps, 'contains'],
    where(op, value, valueTo, strategy) {
      if (op !== 'contains') return number.where(op, value, valueTo, strategy)
      const digits = typeof value === 'object' ? '' : String(value).trim()
      return /^\d+$/.test(digits) ? containing(`cast(${strategy.noIndex}${column} as text)`, digits) : null
    },
  }
}

/** A column of fractional numbers, such as degrees. */
export const fractionColumn = (column: string) => comparedColumn(column, toNumber, compare)

/** A column of calendar days, YYYY-MM-DD, which compare correctly as text. */
export const dateColumn = (column: string) => comparedColumn(column, toDate, compare)

/** A column of times, compared with UTC calendar days, YYYY-MM-DD, or with times. */
export const timeColumn = (column: string) => comparedColumn(column, toMoment, compareMoment)

function comparedColumn<Value extends string | number>(
  column: string,
  read: (value: FilterValue) => Value | null,
  compare: (column: string, op: string, value: Value) => Condition,
): ListColumn {
  return {
    ops: numberOps,
    orderBy: [column],
    where(op, value, valueTo, strategy) {
      const from = read(value)
      if (from === null) return null
      // 'Not equal' is not a range.
      const compared = column === strategy.order && op !== 'ne' ? column : strategy.noIndex + column
      if (op !== 'between' && op !== 'between_inclusive') return compare(compared, op, from)
      const to = read(valueTo)
      if (to === null) return null
      const [above, below] = op === 'between' ? ['gt', 'lt'] : ['gte', 'lte']
      return both(compare(compared, above, from), compare(compared, below, to))
    },
  }
}

/** A column that holds 0 or 1; callers write true and false. */
export function flagColumn(column: string): ListColumn {
  return {
    ops: choiceOps,
    orderBy: [column],
    where(op, value, _to, { noIndex }) {
      const flags = chosen(op, value)?.map((flag) => ['false', 'true'].indexOf(flag))
      if (!flags || flags.includes(-1)) return null
      const [flag, other] = flags
      return { sql: other === undefined ? `${noIndex}${column} = ${flag}` : '1 = 1', values: [] }
    },
  }
}

const comparisons: Record<string, string> = { eq: '=', ne: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=' }

const compare = (column: string, op: string, value: string | number): Condition => ({
  sql: `${column} ${comparisons[op]} ?`,
  values: [value],
})

// PostgreSQL rejects fractions and numbers beyond 64 bits when comparing whole numbers.
function compareWhole(column: string, op: string, value: number): Condition {
  const near = Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, value))
  if (Number.isInteger(near)) return compare(column, op, near)
  if (op === 'eq' || op === 'ne') return { sql: op === 'eq' ? '1 = 0' : '1 = 1', values: [] }
  return compare(column, op, op === 'lt' || op === 'gte' ? Math.ceil(near) : Math.floor(near))
}

// A day is the beginning of its times; the T that follows there comes before U.
function compareMoment(column: string, op: string, moment: string): Condition {
  const after = `${moment}U`
  if (op === 'eq') return { sql: `${column} >= ? and ${column} < ?`, values: [moment, after] }
  // Not as two ranges, which SQLite would look up one by one.
  if (op === 'ne') return { sql: `not (${column} >= ? and ${column} < ?)`, values: [moment, after] }
  if (op === 'lt' || op === 'gte') return compare(column, op, moment)
  return compare(column, op === 'lte' ? 'lt' : 'gte', after)
}

function toNumber(value: FilterValue) {
  const parsed = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof parsed === 'number' && Number.isFinite(parsed) ? parsed : null
}

const toDate = (value: FilterValue) => z.iso.date().safeParse(value).data ?? null

function toMoment(value: FilterValue) {
  const time = z.iso.datetime({ offset: true }).safeParse(value).data
  if (time === undefined) return toDate(value)
  const moment = new Date(time).toISOString()
  // Years with more digits do not compare as text.
  return /^\d{4}-/.test(moment) ? moment : null
}

/** A text without a search index, given by its key column: for rarely searched lists. */
export const plainTextColumn = (key: string): ListColumn => ({
  ...referencedText((op, value) => matchText(key, op, value)),
  orderBy: [key],
})

/** Other systems' ids for a table's records, compared like other texts. */
export function externalIdColumn(table: string): ListColumn {
  const column = `${table}.external_id`
  return {
    ...referencedText((op, value) => matchText(`lower(coalesce(${column}, ''))`, op, value)),
    orderBy: [column],
    nullable: true,
  }
}
