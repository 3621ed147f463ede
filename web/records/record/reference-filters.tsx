import { Button, Group, Text } from '@mantine/core'
import { X } from 'lucide-react'
import type { Column as KindColumn } from '#contract/kind.ts'
import { kinds, type RecordType } from '#contract/kinds.ts'
import type { Column } from '#web/records/list/columns/columns.tsx'
import type { List } from '#web/records/list/state/use-list.ts'
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
  filteredBy(type).map(({ filter: field, thing }) => ({
    field,
    title: thing,
    filterOnly: true,
    filter: {
      Control: () => null,
      toInput: (name, { text }) => (text ? { filters: { [name]: { op: 'eq', value: text } } } : {}),
    },
  }))

/** Says that only what belongs to a record is listed, and shows all again. */
export function ReferenceNotice({ type, list }: { type: RecordType; list: List }) {
  const by = filteredBy(type).find(({ filter }) => list.state.filters[filter]?.text)
  if (!by) return null
  const [row] = list.page?.data ?? []
  const name = row?.[by.shownAs]
  return (
    <Group gap="sm" mb="sm" mt={-8}>
      <Text size="sm">
        Only the {kinds[type].noun[1]} of{' '}
        <Text span inherit fw={600}>
          {typeof name === 'string' ? name : `one ${by.thing}`}
        </Text>
      </Text>
      <Button
        variant="default"
        size="compact-sm"
        rightSection={<X size={14} aria-hidden />}
        onClick={() => list.change.setFilter(by.filter, null)}
      >
        Show all {kinds[type].noun[1]}
      </Button>
    </Group>
  )
}
