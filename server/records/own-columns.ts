import type { Column } from '#contract/kind.ts'
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
import { type Own, recordTables, referencesOf } from './record-tables.ts'

type Secret<Columns> = {
  [Name in keyof Columns]: Columns[Name] extends { type: 'secret' } ? Name : never
}[keyof Columns]
type Selected<Table extends RecordType> =
  `${Table}.${Exclude<keyof Own<Table>, Secret<(typeof kinds)[Table]['columns']>> & string}`

/** The columns of the description for a SELECT, in its order, without the secret ones. */
export const ownColumns = <Table extends RecordType>(table: Table) =>
  Object.entries(recordTables[table].columns)
    .filter(([, { type }]) => type !== 'secret')
    .map(([name]) => `${table}.${name}` as Selected<Table>)

/**
 * The columns of the description by which a list is filtered and sorted: those with a key, numbers, days, times, flags and
 * choices, and of a reference its id and the name behind it. A list adds what is special, such as text without a key.
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
  return Object.fromEntries([...ids, ...names, ...own])
}

function listedAs(table: RecordType, name: string, { type, hasKey, words }: Column): ListColumn | undefined {
  if (type === 'text' && hasKey) return textColumn(table, `${name}_key`)
  if (type === 'text' && words) return idColumn(`${table}.${name}`)
  if (type === 'number') return numberColumn(`${table}.${name}`)
  if (type === 'day') return dateColumn(`${table}.${name}`)
  if (type === 'time') return { ...timeColumn(`${table}.${name}`), nullable: true }
  return type === 'flag' ? flagColumn(`${table}.${name}`) : undefined
}
