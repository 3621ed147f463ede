import {
  type ImportField,
  type ImportMapping,
  type ImportType,
  importFields,
  type Rehearsal,
} from '#contract/imports.ts'
import { textKey } from '../../db/search/text-key.ts'
import { refused } from '../../errors.ts'

/** A column of a file, with what names it in a mapping and the field that it holds. */
export type FileColumn = { number: number; head: string; key: string; field: ImportField | null }

/**
 * The columns of a file with the fields that they hold: those that `mapping` names, else those whose head is the label or
 * the name of a field. No field is in two columns. Throws 422 for a mapping that does not fit.
 */
export function matchColumns(type: ImportType, heads: string[], mapping: ImportMapping = {}): FileColumn[] {
  const known = importFields(type)
  const columns = heads.map((head, place) => ({ number: place + 1, head, key: keyOf(heads, place) }))
  const byHand = new Map(
    Object.entries(mapping).map(([key, field]) => {
      const column = columns.find((one) => one.key === key) ?? columns.find(({ number }) => String(number) === key)
      if (!column) throw refused('mapping', `The file has no column “${key}”.`)
      const found = known.find((one) => one.field === field)
      if (field !== null && !found) throw refused('mapping', `There is no field “${field}” that a file can hold.`)
      return [column.number, found ?? null] as const
    }),
  )
  const chosen = [...byHand.values()].flatMap((field) => field ?? [])
  const twice = chosen.find((field, place) => chosen.indexOf(field) !== place)
  if (twice) throw refused('mapping', `Two columns are to hold ${twice.label}. Please choose one.`)
  const open = known.filter((field) => !chosen.includes(field))
  return columns.map(({ key, ...column }) => ({
    ...column,
    key,
    // Of two columns with one head nobody knows which is meant.
    field: byHand.has(column.number)
      ? (byHand.get(column.number) ?? null)
      : key === column.head
        ? fieldCalled(open, column.head)
        : null,
  }))
}

/** What names a column: its head, or its number where that is empty or not the only one of its kind. */
function keyOf(heads: string[], place: number) {
  const head = heads[place] ?? ''
  return head && heads.indexOf(head) === heads.lastIndexOf(head) ? head : String(place + 1)
}

function fieldCalled(fields: ImportField[], head: string) {
  const wanted = textKey(head)
  return fields.find(({ label }) => textKey(label) === wanted) ?? fields.find(({ field }) => field === wanted) ?? null
}

/** The same on the wire. */
export const shownColumns = (columns: FileColumn[]): Pick<Rehearsal, 'columns' | 'mapping'> => ({
  columns: columns.map(({ field, ...column }) => ({ ...column, field: field?.field ?? null })),
  mapping: Object.fromEntries(columns.map(({ key, field }) => [key, field?.field ?? null])),
})
