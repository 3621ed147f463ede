import { Button, Checkbox, Group, Text } from '@mantine/core'
import { type User, users } from '#contract/users.ts'
import { screens } from '#web/navigation/screens.ts'
import { type Column, text } from '#web/records/list/columns.tsx'
import { GridOfList } from '#web/records/list/list-grid.tsx'
import { useList } from '#web/records/list/use-list.ts'
import { formatCount, formatNumber } from '#web/ui/format.ts'
import type { Selection } from './selection.ts'

/** Only active users get messages. */
const ACTIVE = { status: 'true' } as const

const orNone = (value: string) => value.trim() || 'N/A'

/** The list of users with checkboxes, and the number selected. */
export function UserPicker({ selection }: { selection: Selection }) {
  const columns: Column<User>[] = [
    {
      field: 'chosen',
      title: 'Select',
      width: 84,
      pinned: 'left',
      cell: (user) => <UserCheckbox user={user} selection={selection} matches={sameFilters} />,
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

  return (
    <>
      <Group gap="xs" mb={6}>
        <Button
          variant="default"
          size="xs"
          disabled={!shown.length || selection.all !== null || shown.every(selection.has)}
          onClick={() => selection.add(shown)}
        >
          Select All on This Page
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={!shown.length || sameFilters}
          onClick={() => selection.addAll(filters, total)}
        >
          {Object.keys(filters).length
            ? `Select all ${formatNumber(total)} matching`
            : `Select all ${formatNumber(total)}`}
        </Button>
      </Group>
      <Group gap="xs" mb="xs" mih={30}>
        <Text component="output" size="sm" fw={600}>
          {selectionText(selection)}
        </Text>
        {selection.count > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={selection.clear}>
            Clear
          </Button>
        )}
      </Group>
      <GridOfList list={list} label={screens.users.title} />
    </>
  )
}

/** The selection as text: '12 users selected'. */
export function selectionText({ count, all }: Selection) {
  if (!count) return 'No users selected'
  const users = formatCount(count, 'user')
  if (!all) return `${users} selected`
  const by = Object.values(all).map(({ value }) => `“${[value].flat().join(', ')}”`)
  return by.length ? `All ${users} matching ${by.join(' and ')} selected` : `All ${users} selected`
}

type UserCheckboxProps = { user: User; selection: Selection; matches: boolean }

function UserCheckbox({ user, selection, matches }: UserCheckboxProps) {
  return (
    <Checkbox
      aria-label={`Select ${user.name.trim() || user.email}`}
      checked={matches || selection.has(user)}
      // With all users selected, single users cannot be deselected.
      disabled={selection.all !== null}
      onChange={() => selection.toggle(user)}
      tabIndex={-1}
      size="sm"
    />
  )
}
