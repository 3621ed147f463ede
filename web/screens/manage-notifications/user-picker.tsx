import { Button, Group, Text } from '@mantine/core'
import { type User, users } from '#contract/users.ts'
import { screens } from '#web/navigation/screens.ts'
import { type Column, text } from '#web/records/list/columns.tsx'
import { GridOfList } from '#web/records/list/list-grid.tsx'
import { useList } from '#web/records/list/use-list.ts'
import { formatNumber } from '#web/ui/format.ts'
import { ACTIVE, type Selection } from './selection.ts'
import { selectionText } from './selection-words.ts'
import { UserCheckbox, useIsMeant } from './user-checkbox.tsx'

const orNone = (value: string) => value.trim() || 'N/A'

/** The list of users with checkboxes, and the number selected. */
export function UserPicker({ selection }: { selection: Selection }) {
  const columns: Column<User>[] = [
    {
      field: 'chosen',
      title: 'Select',
      width: 84,
      pinned: 'left',
      cell: (user) => <UserCheckbox user={user} selection={selection} isMeant={isMeant(user)} />,
    },
    { ...text('name', 'Name', { minWidth: 150 }), cell: ({ name }) => orNone(name) },
    { ...text('email', 'Email', { minWidth: 200, flex: 1.5 }), cell: ({ email }) => orNone(email) },
  ]
  const list = useList({ list: users.list, columns, input: ACTIVE })
  const { page, input, isPlaceholderData } = list
  const filters = input.filters ?? {}
  const sameFilters = JSON.stringify(filters) === JSON.stringify(selection.all)
  const total = page?.total ?? 0
  const shown = page && !isPlaceholderData ? page.data : []
  const isMeant = useIsMeant(selection, filters, shown)
  const isFiltered = Object.keys(filters).length > 0

  return (
    <>
      <Group gap="xs" mb={6}>
        <Button
          variant="default"
          size="xs"
          disabled={selection.all ? !shown.some(selection.lists) : shown.every(selection.lists)}
          onClick={() => selection.add(shown)}
        >
          Select All on This Page
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={!shown.length || (sameFilters && !selection.leftOut)}
          onClick={() => selection.addAll(filters, total)}
        >
          {`Select all ${formatNumber(total)}${isFiltered ? ' matching' : ''}`}
        </Button>
      </Group>
      <Group gap="xs" mb="xs" mih={30}>
        <Text component="output" size="sm" fw={600}>
          {selectionText(selection)}
        </Text>
        {(selection.count > 0 || selection.all) && (
          <Button variant="subtle" size="compact-sm" onClick={selection.clear}>
            Clear
          </Button>
        )}
      </Group>
      <GridOfList list={list} label={screens.users.title} />
    </>
  )
}
