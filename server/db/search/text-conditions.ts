import { both, type Condition, either, not } from '../lists/condition.ts'
import { BEFORE_SIGNS, foldText, keysOf, lettersSql } from './text-key.ts'

/** Shorter texts contain no trigram, so a search index cannot find them. */
const SHORTEST_INDEXED = 3

/** Each of these operators finds exactly what the other does not. */
const opposites: Record<string, string> = { not_contains: 'contains', not_equals: 'equals' }

/** The positive counterpart of `op`, if `op` is negative. */
export const oppositeOf = (op: string) => opposites[op]

/**
 * Compares text without a search index. `key` is an SQL expression, written by the server, for a text key or a text
 * transformed by `fold`. Null is an empty text.
 */
export function matchText(key: string, op: string, value: string | number, fold = foldText): Condition {
  const opposite = oppositeOf(op)
  if (opposite) return not(matchText(key, opposite, value, fold))
  if (op === 'is_empty') return { sql: `(${key} is null or ${key} = '')`, values: [] }
  if (op === 'not_empty') return { sql: `${key} <> ''`, values: [] }
  const part = fold(String(value))
  const words = part.trim()
  if (op === 'equals') return isCalled(key, words)
  if (op === 'starts_with') return startsWith(key, part.trimStart(), words)
  if (op === 'ends_with') return endsWith(key, part.trimEnd(), words)
  return part === words
    ? like(key, `%${escaped(words)}%`)
    : both(like(key, `%${escaped(words)}%`), amongBlanks(key, part))
}

const isCalled = (key: string, words: string): Condition => ({
  sql: `(${key} >= ? and ${key} < ?)`,
  values: keysOf(words),
})

function startsWith(key: string, start: string, words: string): Condition {
  const range = { sql: `${key} >= ? and ${key} < ?`, values: [start, `${start}\u{10FFFF}`] }
  return start === words ? range : either(isCalled(key, words), range)
}

function endsWith(key: string, end: string, words: string): Condition {
  const ending = either(like(key, `%${escaped(end)}`), like(key, `%${escaped(end)}${BEFORE_SIGNS}`))
  return end === words ? ending : either(isCalled(key, words), ending)
}

const escaped = (part: string) => part.replace(/[\\%_]/g, '\\$&')

const like = (text: string, pattern: string): Condition => ({ sql: `${text} like ? escape '\\'`, values: [pattern] })

/** A text that contains exactly `part`. */
export const containing = (text: string, part: string) => like(text, `%${escaped(part)}%`)

// Keys have no outer blanks, but the searched text may begin or end with one.
const amongBlanks = (key: string, part: string) => containing(`(' ' || ${lettersSql(key)} || ' ')`, part)

/** Whether an index of its table finds a text with this operator: the search index, or that of its key. */
export const isFoundByIndex = (op: string, value: string | number) =>
  op === 'equals' || op === 'starts_with' || (isSearched(op) && isLongEnough(value))

const isSearched = (op: string) => ['contains', 'not_contains', 'ends_with'].includes(op)
const isLongEnough = (value: string | number) => Array.from(foldText(String(value)).trim()).length >= SHORTEST_INDEXED

/**
 * Compares a text column, given by its key column, through its table's search index if `useSearchTable` is set and the
 * index can find the text. `noIndex` is put before the column if it is compared.
 */
export function textCondition(
  { table, column }: { table: string; column: string },
  op: string,
  value: string | number,
  useSearchTable: boolean,
  noIndex = '',
  fold = foldText,
): Condition {
  const key = `${noIndex}${table}.${column}`
  const part = fold(String(value))
  const words = part.trim()
  if (!useSearchTable || !isSearched(op) || !isLongEnough(value)) return matchText(key, op, value, fold)
  if (op === 'not_contains')
    return not(textCondition({ table, column }, 'contains', value, useSearchTable, noIndex, fold))
  const found = `from ${table}_search where ${table}_search match ?`
  const indexed = {
    sql: `${table}.seq in (select rowid ${found})`,
    values: [`${column} : "${words.replaceAll('"', '""')}"`],
  }
  if (op === 'ends_with') return both(indexed, matchText(key, op, value, fold))
  return part === words
    ? { ...indexed, countSql: `select count(*) as total ${found}` }
    : both(indexed, amongBlanks(`${table}.${column}`, part))
}
