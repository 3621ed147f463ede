import type { Column } from '#contract/column.ts'
import type { kinds, RecordType } from '#contract/kinds.ts'
import {
  dateColumn,
  flagColumn,
  idColumn,
  type ListColumn,
  nameColumn,
  numberColumn,
  textColumn,
  timeColumn,
} from '../db/lists/list-columns.ts'
import type { Tables } from '../db/schema.ts'
import { frenchColumnsOf } from './french.ts'
import { type Own, recordTables, referencesOf } from './record-tables.ts'

type Secret<Columns> = {
  [Name in keyof Columns]: Columns[Name] extends { type: 'secret' } ? Name : never
}[keyof Columns]
type Selected<Table extends RecordType> =
  `${Table}.${Exclude<Exclude<keyof Own<Table>, `${string}_fr_for`> | Extract<keyof Tables[Table], 'french'>, Secret<(typeof kinds)[Table]['columns']>> & string}`

/** The description's columns for a SELECT, in order; without secrets and without what French was written for. */
export const ownColumns = <Table extends RecordType>(table: Table) => [
  ...Object.entries(recordTables[table].columns)
    .filter(([name, { type }]) => type !== 'secret' && !name.endsWith('_fr_for'))
    .map(([name]) => `${table}.${name}` as Selected<Table>),
  ...(frenchColumnsOf(table).length ? [`${table}.french` as Selected<Table>] : []),
]

/**
 * The description's columns that a list can be filtered and sorted by: those with a key, numbers, days, times, flags
 * and choices, and for a reference its id and name. A list adds special ones, such as text without a key.
 */
export function listedColumns(table: RecordType): Record<string, ListColumn> {
  const references = referencesOf(table)
  const ids = references.map(({ column }) => [column, idColumn(`${table}.${column}`)])
  const names = references.flatMap(({ column, refersTo, shownAs }) =>
    shownAs ? [[shownAs, nameColumn(refersTo, `${table}.${column}`)]] : [],
  )
  const own = Object.entries<Column>(recordTables[table].columns).flatMap(([name, facts]) => {
    const column = listedAs(table, name, facts)
    return column ? [[facts.wire ?? name, column]] : []
  })
  const french = frenchColumnsOf(table).length ? [['french', idColumn(`${table}.french`)]] : []
  return Object.fromEntries([...ids, ...names, ...own, ...french])
}

function listedAs(table: RecordType, name: string, { type, hasKey, words }: Column): ListColumn | undefined {
  if (type === 'text' && hasKey) return textColumn(table, `${name}_key`)
  if (type === 'text' && words) return idColumn(`${table}.${name}`)
  if (type === 'number') return numberColumn(`${table}.${name}`)
  if (type === 'day') return dateColumn(`${table}.${name}`)
  if (type === 'time') return { ...timeColumn(`${table}.${name}`), nullable: true }
  return type === 'flag' ? flagColumn(`${table}.${name}`) : undefined
}
