import type { Column } from '#contract/column.ts'
import { columnsInFrench, type FrenchColumn, type FrenchState, frenchColumns } from '#contract/french.ts'
import type { RecordType } from '#contract/kinds.ts'
import { recordTables } from './record-tables.ts'
import { digestOfWords, textOf } from './written-for.ts'

type Values = Readonly<Record<string, unknown>>

const tables = Object.entries(recordTables) as [RecordType, (typeof recordTables)[RecordType]][]
/** Each kind's columns with French; none for most kinds. */
const textsOf = new Map<RecordType, FrenchColumn[]>(
  tables.map(([table, { columns }]) => [table, frenchColumns(columns)]),
)
const allOf = new Map(tables.map(([table, { columns }]) => [table, columnsInFrench(columns)]))
/** The texts of a kind that have a French twin. */
export const frenchColumnsOf = (table: RecordType) => textsOf.get(table) ?? []
/** What owners get in French of a kind: its texts and files. */
export const columnsInFrenchOf = (table: RecordType) => allOf.get(table) ?? []

/** Whether these values may change the state of a record's French. */
export const touchesFrench = (table: RecordType, values: Values) =>
  frenchColumnsOf(table).some((names) => Object.values(names).some((name) => values[name] !== undefined))

const isRich = ({ type }: Pick<Column, 'type'>) => type === 'rich_text'
/** A digest of a value's words: what a French text was written for. */
const wordsOf = (value: unknown, facts: Pick<Column, 'type'>) => digestOfWords(value, isRich(facts))
const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

/**
 * The values to be written, and for each French text among them, the English words it is written for: those of the
 * resulting record. `row` is the record as stored, undefined for a new one. An undo or a copy supplies these itself.
 */
export function writtenFor<Given extends object>(table: RecordType, given: Given, row?: Values): Given {
  const values = given as Values
  const more: Record<string, unknown> = {}
  for (const { english, french, writtenFor } of frenchColumnsOf(table)) {
    const text = values[french]
    if (text === undefined || text === row?.[french] || values[writtenFor] !== undefined) continue
    const facts = recordTables[table].columns[english] as Column
    more[writtenFor] = isEmpty(text) ? '' : wordsOf(values[english] ?? row?.[english] ?? '', facts)
  }
  return Object.keys(more).length ? { ...given, ...more } : given
}

/**
 * What the new French texts among an edit's values were written for where its author saw the record as `seen`: that
 * English, and not what others have made of it in `row` since.
 */
export const writtenForSeen = (table: RecordType, given: object, seen: Values, row: Values): Values =>
  Object.fromEntries(
    frenchColumnsOf(table).flatMap(({ french, writtenFor: column }) => {
      const isNew = french in given && (given as Values)[french] !== row[french]
      const made = isNew ? (writtenFor(table, given, seen) as Values)[column] : undefined
      return made === undefined ? [] : [[column, made]]
    }),
  )

/**
 * What the French texts among these values were written for where they come `from`: an undo or a copy brings texts that
 * were not written for the record's present words.
 */
export const writtenForWith = (table: RecordType, values: Values, from: Values): Record<string, unknown> =>
  Object.fromEntries(
    frenchColumnsOf(table).flatMap(({ french, writtenFor }) =>
      french in values && from[writtenFor] !== undefined ? [[writtenFor, from[writtenFor]]] : [],
    ),
  )

/** Values that confirm a stored record's French as current, in the columns it sets. */
export const confirmed = (table: RecordType, row: Values): Record<string, string> =>
  Object.fromEntries(
    frenchColumnsOf(table).flatMap(({ english, french, writtenFor }) =>
      isEmpty(row[french])
        ? []
        : [[writtenFor, wordsOf(row[english] ?? '', recordTables[table].columns[english] as Column)]],
    ),
  )

/** Whether a column has French written for the record's present English. */
export const isCurrent = (table: RecordType, { english, french, writtenFor }: FrenchColumn, row: Values) =>
  !isEmpty(row[french]) && row[writtenFor] === wordsOf(row[english], recordTables[table].columns[english] as Column)

/** How many words a value has. */
export const wordCount = (table: RecordType, column: string, value: unknown) =>
  textOf(value, isRich(recordTables[table].columns[column] as Column))
    .split(' ')
    .filter(Boolean).length

/**
 * The column for the state of a record's French, where these values change it. `row` is the record as stored, undefined
 * for a new one.
 */
export function frenchAfter(table: RecordType, values: Values, row: Values = {}): { french?: FrenchState | '' } {
  if (!touchesFrench(table, values)) return {}
  const columns = frenchColumnsOf(table)
  const after: Values = { ...row, ...values }
  // What an owner writes is for that owner, and not for translation.
  if (after['added_by_kind'] === 'user') return { french: '' }
  const wanted = columns.filter(({ english }) => !isEmpty(after[english]))
  const there = wanted.filter(({ french }) => !isEmpty(after[french]))
  if (!wanted.length) return { french: '' }
  if (there.length < wanted.length) return { french: there.length ? 'part' : 'none' }
  return { french: there.every((names) => isCurrent(table, names, after)) ? 'current' : 'older' }
}
