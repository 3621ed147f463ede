import { Anchor, Badge, Box, NativeSelect, Skeleton, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { recordPathOf } from '#contract/paths.ts'
import { counted } from '#contract/plural.ts'
import { PAGE_SIZES } from '#contract/records.ts'
import {
  deliveryStates,
  type Webhook,
  type WebhookDelivery,
  type WebhookDeliveryState,
  webhooks,
} from '#contract/webhooks.ts'
import { query } from '#web/api/query.ts'
import { Unread } from '#web/records/list/grid/grid-frame.tsx'
import { ListPagination } from '#web/records/list/list-pagination.tsx'
import { titleOf } from '#web/records/shared/record-words.ts'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'
import { formatDateTime } from '#web/ui/format.ts'
import { Entries } from '#web/ui/page/entries.tsx'
import { eventWords } from './webhook-words.ts'

const states: Record<WebhookDeliveryState, { label: string; color: string }> = {
  waiting: { label: 'Waiting', color: 'gray' },
  failing: { label: 'Failing', color: 'amber' },
  delivered: { label: 'Delivered', color: 'pine' },
  given_up: { label: 'Given up', color: 'red' },
}
const choices = [{ value: '', label: 'All' }, ...deliveryStates.map((value) => ({ value, label: states[value].label }))]

type DeliveriesDialogProps = { webhook: Webhook; onClose: () => void }

/** The deliveries of a webhook, the newest first. */
export function DeliveriesDialog({ webhook, onClose }: DeliveriesDialogProps) {
  const dialog = useDialog(onClose)
  const [page, setPage] = useState(1)
  const [perPage, setPerPage] = useState<number>(PAGE_SIZES[0])
  const [state, setState] = useState<WebhookDeliveryState | ''>('')
  const input = { webhook_id: webhook._id, page, per_page: perPage, ...(state && { state }) }
  const { data, error, refetch } = useQuery({
    ...query(webhooks.deliveries, input),
    placeholderData: keepPreviousData,
  })
  return (
    <Dialog title="Deliveries" dialog={dialog} frame="sheet">
      <Text c="dimmed" mb="sm" style={{ overflowWrap: 'anywhere' }}>
        {webhook.url}. Those that were delivered are kept for a week.
      </Text>
      <NativeSelect
        label="State"
        maw={220}
        data={choices}
        value={state}
        onChange={(event) => {
          setState(event.currentTarget.value as WebhookDeliveryState | '')
          setPage(1)
        }}
      />
      <Unread of={{ data, error, refetch }}>
        <Skeleton h={240} mt="md" />
      </Unread>
      {data?.total === 0 && (
        <Text c="dimmed" mt="md">
          No deliveries.
        </Text>
      )}
      {data && data.total > 0 && (
        <>
          <Box mb="sm">
            <Entries label="Deliveries" entries={data.data.map(entryOf)} />
          </Box>
          <ListPagination
            total={data.total}
            page={page}
            shownPage={data.current_page}
            perPage={perPage}
            onPage={setPage}
            onPageSize={(size) => {
              setPerPage(size)
              setPage(1)
            }}
          />
        </>
      )}
    </Dialog>
  )
}

function entryOf({
  _id,
  type,
  at,
  record_type,
  record_id,
  tries,
  problem,
  next_try_at,
  done_at,
  ...row
}: WebhookDelivery) {
  const { label, color } = states[row.state]
  const tried = tries ? ` ${counted(tries, 'try', 'tries')}.` : ''
  const done = done_at && `${row.state === 'delivered' ? 'Delivered' : 'Given up'} ${formatDateTime(done_at)}.`
  const next = row.state === 'failing' && next_try_at && `Next try ${formatDateTime(next_try_at)}.`
  return {
    id: _id,
    icon: <Send size={16} aria-hidden />,
    title: (
      <>
        {eventWords[type].title}:{' '}
        <Anchor component={Link} to={recordPathOf(record_type, record_id)} inherit underline="always">
          {titleOf(record_type)}
        </Anchor>
      </>
    ),
    badge: (
      <Badge variant="light" color={color} tt="none">
        {label}
      </Badge>
    ),
    lines: [`Of ${formatDateTime(at)}.${tried}${done ? ` ${done}` : ''}${next ? ` ${next}` : ''}`, `webhook-id ${_id}`],
    ...(problem && row.state !== 'delivered' && { warnings: [`${problem}.`] }),
  }
}
