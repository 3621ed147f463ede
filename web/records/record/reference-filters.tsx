import type { Column as KindColumn } from '#contract/column.ts'
import { kinds, type RecordType } from '#contract/kinds.ts'
import type { Column } from '#web/records/list/columns/columns.tsx'
import type { ReferredTo } from '#web/records/list/filters/column-filters.tsx'
import { nounOf } from '#web/records/shared/record-words.ts'

type By = { filter: string; refersTo: ReferredTo; thing: string }

/** By whose ids the list of a kind can be filtered, which pages of records do to show what belongs to them. */
function filteredBy(type: RecordType): By[] {
  const columns = Object.entries<KindColumn>(kinds[type].columns)
  return columns.flatMap(([filter, { refersTo, refersToOneOf, shownAs }]) => {
    if (filter === 'added_by_id') {
      const types = refersToOneOf as RecordType[]
      return [{ filter: 'user_id', refersTo: { types, shownAs: 'added_by' }, thing: 'person' }]
    }
    if (!refersTo || !shownAs) return []
    const to = refersTo as RecordType
    return [{ filter, refersTo: { types: [to], shownAs }, thing: nounOf(to) }]
  })
}

/** The filters behind the links to what belongs to a record, which have no column. */
export const referenceFilters = (type: RecordType): Column<unknown>[] =>
  filteredBy(type).map(({ filter: field, refersTo, thing }) => ({
    field,
    title: `${thing[0]?.toUpperCase()}${thing.slice(1)}`,
    filterOnly: true,
    filter: {
      words: (_filter, name = 'a specific one') => `is ${name}`,
      refersTo,
      toInput: (name, { text }) => (text ? { filters: { [name]: { op: 'eq', value: text } } } : {}),
    },
  }))
