import type { Column as KindColumn } from '#contract/column.ts'
import { kinds, type RecordType } from '#contract/kinds.ts'
import { recordPathOf } from '#contract/paths.ts'
import type { Reference } from '#contract/records.ts'
import type { Column } from '#web/records/list/columns/columns.tsx'

type Row = { _id: string }

/**
 * The columns with where their texts lead: what a record is called to its page, what another one is called to that
 * one's. `named` is the column with what it is called, by default the first part of the title.
 */
export function linkedColumns<R extends Row>(columns: Column<R>[], type: RecordType, named = titleFieldOf(type)) {
  const references = referencesOf(type)
  return columns.map((column): Column<R> => {
    if (column.link) return column
    if (named && column.field === named) return { ...column, isName: true, link: (row) => recordPathOf(type, row._id) }
    const to = references.get(column.field)
    return to ? { ...column, link: (row) => pathTo(row, to) } : column
  })
}

function titleFieldOf(type: RecordType) {
  const [first] = kinds[type].title
  const { wire = first, shownAs = wire } = (kinds[type].columns as Record<string, KindColumn>)[first] as KindColumn
  return shownAs
}

type ReferenceTo = { wire: string; refersTo: RecordType }

/** The references of a kind, by the fields that show the names behind them. */
const referencesOf = (type: RecordType) =>
  new Map<string, ReferenceTo>(
    Object.entries<KindColumn>(kinds[type].columns).flatMap(([name, { wire = name, refersTo, shownAs }]) =>
      refersTo && shownAs ? [[shownAs, { wire, refersTo: refersTo as RecordType }]] : [],
    ),
  )

function pathTo(row: object, { wire, refersTo }: ReferenceTo) {
  const other = (row as Record<string, Reference | undefined>)[wire]
  return other && recordPathOf(refersTo, other._id)
}
