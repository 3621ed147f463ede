import { notifications, type Recipient, recipientStates } from '#contract/notifications.ts'
import { recordPathOf } from '#contract/paths.ts'
import { type Column, rowNumber, text } from '#web/records/list/columns/columns.tsx'
import { choiceFilter } from '#web/records/list/filters/choice-filter.tsx'
import { ListGrid } from '#web/records/list/list-grid.tsx'
import { stateLabels } from '#web/shared-acts/delivery-labels.ts'
import { formatDateTime } from '#web/ui/format.ts'
import { StateBadge } from './delivery.tsx'

const stateFilter = choiceFilter(recipientStates.map((state) => ({ value: state, label: stateLabels[state].label })))

const columns: Column<Recipient>[] = [
  rowNumber(),
  { ...text('name', { title: 'Name', minWidth: 150 }), link: ({ _id }) => recordPathOf('users', _id) },
  { field: 'email', title: 'Email', minWidth: 200, flex: 1.3 },
  {
    field: 'state',
    title: 'Delivery',
    width: 170,
    filter: stateFilter,
    cell: ({ state }) => <StateBadge state={state} />,
  },
  {
    field: 'opened_at',
    title: 'Opened',
    minWidth: 170,
    flex: 0,
    cell: ({ opened_at }) => (opened_at ? formatDateTime(opened_at) : '-'),
  },
  {
    field: 'reason',
    title: 'Reason',
    minWidth: 220,
    flex: 1.5,
    cell: ({ reason }) => reason ?? '-',
  },
]

/** The recipients of a message with their delivery state. */
export function Recipients({ id }: { id: string }) {
  return (
    <ListGrid
      list={notifications.recipients}
      label="Recipients"
      purpose="The users this message goes to, and whether it has reached them."
      columns={columns}
      input={{ notification_id: id }}
    />
  )
}
