import type { Column as KindColumn } from '#contract/kind.ts'
import { kinds, type RecordType } from '#contract/kinds.ts'
import type { Column } from '#web/records/list/columns/columns.tsx'
import { nounOf } from '#web/records/shared/record-words.ts'

type By = { filter: string; shownAs: string; thing: string }

/** By whose ids the list of a kind can be filtered, which pages of records do to show what belongs to them. */
function filteredBy(type: RecordType): By[] {
  const columns = Object.entries<KindColumn>(kinds[type].columns)
  return columns.flatMap(([filter, { refersTo, shownAs }]) => {
    if (filter === 'added_by_id') return [{ filter: 'user_id', shownAs: 'added_by', thing: 'person' }]
    // The manual pages of a manual are an input of their own.
    if (!refersTo || !shownAs || refersTo === 'manuals') return []
    return [{ filter, shownAs, thing: nounOf(refersTo as RecordType) }]
  })
}

/** The filters behind the links to what belongs to a record, which have no column. */
export const referenceFilters = (type: RecordType): Column<unknown>[] =>
  filteredBy(type).map(({ filter: field, shownAs, thing }) => ({
    field,
    title: `${thing[0]?.toUpperCase()}${thing.slice(1)}`,
    filterOnly: true,
    filter: {
      words: (_filter, [row]) => `is ${typeof row?.[shownAs] === 'string' ? row[shownAs] : 'a specific one'}`,
      toInput: (name, { text }) => (text ? { filters: { [name]: { op: 'eq', value: text } } } : {}),
    },
  }))
