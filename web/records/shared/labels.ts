import type { Column } from '#contract/column.ts'
import type { RecordKind } from '#contract/kind.ts'
import { kinds, type RecordType } from '#contract/kinds.ts'

/** The labels of the fields of a kind of record, by their names on the wire. */
export const labelsOf = (type: RecordType): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries<Column>(kinds[type].columns).map(([column, { wire = column, label }]) => [wire, label]),
  )

/** The fields by whose values a record of a kind is called, where it is called by nothing else. */
export function namedBy(type: RecordType): readonly string[] {
  const { title, titlePrefix }: RecordKind = kinds[type]
  return titlePrefix ? [] : title
}
