import type { Column } from '#contract/column.ts'
import type { RecordKind } from '#contract/kind.ts'
import { kinds, type RecordType } from '#contract/kinds.ts'
import type { Reference } from '#contract/records.ts'
import { formatDate } from '#web/ui/format.ts'

/** A row of any kind of record. */
export type AnyRow = { _id: string; is_deleted: boolean; version: number } & Record<string, unknown>

/** A plain value as text. */
export const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** The columns of a kind, each with its name and the name of its field. */
export const columnsOf = (type: RecordType) =>
  Object.entries<Column>(kinds[type].columns).map(([name, column]) => ({ ...column, name, wire: column.wire ?? name }))

/** What a record of a list is called, as in the history. */
export function titleOfRow(type: RecordType, row: object) {
  const { titlePrefix, title }: RecordKind = kinds[type]
  const named = title.map((name) => shown(type, row, name)).join(' - ')
  return [titlePrefix, named].filter(Boolean).join(' ')
}

/**
 * What tells a record apart from its namesakes: 'Truck Camper 2027' for a model; empty for kinds without anything of
 * the sort.
 */
export function apartOf(type: RecordType, row: object) {
  const { disambiguatedBy, disambiguatedWith = ' ' }: RecordKind = kinds[type]
  return disambiguatedBy
    .map((name) => shown(type, row, name))
    .filter(Boolean)
    .join(disambiguatedWith)
}

/** The name by which a record can be told apart, as in the sentences of changes: '650 (Truck Camper 2027)'. */
export function fullNameOf(type: RecordType, row: object) {
  const [title, apart] = [titleOfRow(type, row), apartOf(type, row)]
  return apart ? `${title} (${apart})` : title
}

function shown(type: RecordType, row: object, name: string) {
  const values = row as Record<string, unknown>
  if (name === 'created_at') return formatDate(textOf(values[name]).slice(0, 10))
  const { wire = name, refersTo, refersToOneOf } = (kinds[type].columns as Record<string, Column>)[name] ?? {}
  if (refersTo) return (values[wire] as Reference | undefined)?.name ?? ''
  return textOf(values[refersToOneOf ? 'added_by' : wire])
}
