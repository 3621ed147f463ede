import type { Notification } from '#contract/notifications.ts'
import { recordPathOf } from '#contract/paths.ts'
import { type Column, number, rowNumber, text } from '#web/records/list/columns/columns.tsx'
import { formatDateTime, formatNumber } from '#web/ui/format.ts'
import { DeliveryCounts } from './delivery.tsx'

/** The filter behind the link from the page of an owner. */
const recipient: Column<Notification> = {
  field: 'recipient_id',
  title: 'Recipient',
  filterOnly: true,
  filter: {
    words: () => 'is one owner',
    toInput: (field, { text }) => (text ? { filters: { [field]: { op: 'eq', value: text } } } : {}),
  },
}

/** The columns of the list of sent messages, without what can be done with one. */
export const sentColumns: Column<Notification>[] = [
  rowNumber(),
  recipient,
  {
    ...text('title', { title: 'Title', minWidth: 180, flex: 1.4 }),
    link: ({ _id }) => recordPathOf('notifications', _id),
    isName: true,
  },
  {
    field: 'created_at',
    title: 'Sent at',
    flex: 0,
    minWidth: 170,
    isFact: true,
    cell: ({ stage, went_at, created_at }) => (stage === 'scheduled' ? '-' : formatDateTime(went_at ?? created_at)),
  },
  text('sent_by', { title: 'Sent by', minWidth: 120 }),
  { ...number('recipients', { title: 'Recipients' }), cell: (row) => formatNumber(row.recipients) },
  {
    field: 'counts',
    title: 'Delivery',
    flex: 2,
    minWidth: 290,
    isFact: true,
    cell: (row) => <DeliveryCounts notification={row} />,
  },
]
