import { Box, Button, Group, Text } from '@mantine/core'
import { recordPathOf } from '#contract/paths.ts'
import { type User, users } from '#contract/users.ts'
import { screenOf } from '#web/navigation/help.ts'
import { type Column, text } from '#web/records/list/columns/columns.tsx'
import { GridOfList } from '#web/records/list/list-grid.tsx'
import { ReplacedSelection } from '#web/records/list/selection/replaced-selection.tsx'
import { useList } from '#web/records/list/state/use-list.ts'
import { formatCount, formatNumber } from '#web/ui/format.ts'
import { RefusingButton } from '#web/ui/refusing-button.tsx'
import type { Filters } from './kept-selection.ts'
import { isFiltered } from './kept-selection.ts'
import { ACTIVE, type Selection } from './selection.ts'
import { selectionText } from './selection-words.ts'
import { UserCheckbox, useMeant } from './user-checkbox.tsx'

const pageOfUser = ({ _id }: User) => recordPathOf('users', _id)
const orNone = (value: string) => value.trim() || 'N/A'

type UserPickerProps = {
  selection: Selection
  /** Leads to the message, where that is above. */
  onWrite: (() => void) | undefined
}

/** The list of users with checkboxes, and the number selected. */
export function UserPicker({ selection, onWrite }: UserPickerProps) {
  const columns: Column<User>[] = [
    {
      field: 'chosen',
      title: 'Select',
      width: 84,
      pinned: 'left',
      cell: (user) => (
        <UserCheckbox user={user} selection={selection} isMeant={isMeant(user)} hasFailed={failure !== undefined} />
      ),
    },
    { ...text('name', { title: 'Name', minWidth: 150 }), cell: ({ name }) => orNone(name), link: pageOfUser },
    { ...text('email', { title: 'Email', minWidth: 200, flex: 1.5 }), cell: ({ email }) => orNone(email) },
  ]
  const list = useList({ list: users.list, columns, input: ACTIVE })
  const { page, input, isPlaceholderData } = list
  const filters = input.filters ?? {}
  const current = page && !isPlaceholderData ? page : undefined
  const shown = current?.data ?? []
  const { isMeant, failure } = useMeant(selection, filters, shown)

  return (
    <>
      <SelectButtons selection={selection} filters={filters} page={current} />
      <Group gap="xs" mb="xs" mih={30}>
        <Text component="output" size="sm" fw={600}>
          {selectionText(selection)}
        </Text>
        {(selection.count > 0 || selection.all) && (
          <Button variant="subtle" size="compact-sm" onClick={selection.clear}>
            Clear
          </Button>
        )}
        {onWrite && (
          <Button variant="subtle" size="compact-sm" ml="auto" onClick={onWrite}>
            Back to the message
          </Button>
        )}
      </Group>
      {selection.replaced !== undefined && (
        <Box mb="xs">
          <ReplacedSelection what={formatCount(selection.replaced, 'user')} onBringBack={selection.bringBack} />
        </Box>
      )}
      {failure && (
        <Group role="alert" gap="xs" mb="xs">
          <Text size="sm">Could not check which of these users are selected. {failure.message}</Text>
          <Button variant="default" size="compact-sm" loading={failure.isRetrying} onClick={failure.retry}>
            Retry
          </Button>
        </Group>
      )}
      <GridOfList
        list={list}
        label={screenOf('users').title}
        purpose="The active users of the app. Select who gets the message."
      />
    </>
  )
}

type SelectButtonsProps = {
  selection: Selection
  filters: Filters
  /** The page of the list that matches these filters; undefined while it is not there. */
  page: { data: User[]; total: number } | undefined
}

const NO_PAGE = { data: [], total: 0 }

/** What selects all on the page, and all who match. */
function SelectButtons({ selection, filters, page = NO_PAGE }: SelectButtonsProps) {
  const { data: shown, total } = page
  const isAllOfThese = JSON.stringify(filters) === JSON.stringify(selection.all) && !selection.leftOut
  const nobody =
    page === NO_PAGE
      ? 'The users have not been loaded yet.'
      : !shown.length
        ? 'There are no users on this page.'
        : undefined
  const pageIsSelected = selection.all
    ? !shown.some(selection.lists) && 'No one on this page was left out.'
    : shown.every(selection.lists) && 'All users on this page are selected.'
  const number = total ? ` ${formatNumber(total)}` : ''
  return (
    <Group gap="xs" mb={6}>
      <RefusingButton size="xs" reason={nobody ?? (pageIsSelected || undefined)} onClick={() => selection.add(shown)}>
        Select All on This Page
      </RefusingButton>
      <RefusingButton
        size="xs"
        reason={nobody ?? (isAllOfThese ? 'All of them are selected.' : undefined)}
        onClick={() => selection.addAll(filters, page)}
      >
        {`Select all${number}${isFiltered(filters) ? ' matching' : ''}`}
      </RefusingButton>
    </Group>
  )
}
