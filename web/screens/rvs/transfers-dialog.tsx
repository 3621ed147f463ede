import { Anchor, Button, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ArrowRightLeft } from 'lucide-react'
import { Link } from 'react-router'
import { recordPathOf } from '#contract/paths.ts'
import { type Transfer, transfers } from '#contract/transfers.ts'
import { call } from '#web/api/call.ts'
import { useChanges } from '#web/api/live-events.ts'
import { query } from '#web/api/query.ts'
import { useDecisions } from '#web/records/change/use-decisions.ts'
import { GridMessage, Unread } from '#web/records/list/grid/grid-frame.tsx'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'
import { formatCount, formatDate } from '#web/ui/format.ts'
import { Entries } from '#web/ui/page/entries.tsx'

type Act = 'accept' | 'refuse'

/** The RVs that were sold and that others have registered since, each with what accepts or refuses its transfer. */
export function TransfersDialog({ onClose }: { onClose: () => void }) {
  const dialog = useDialog(onClose)
  const { data, error, refetch } = useQuery(query(transfers.list, {}))
  useChanges(() => void refetch())
  const { busyOf, decide } = useDecisions({
    of: data?.data,
    keyOf: ({ transfer_id }) => transfer_id,
    send: (act: Act, { transfer_id }) => call(transfers[act], { transfer_id }),
    refetch,
  })

  return (
    <Dialog title="Transfers" dialog={dialog} frame="sheet">
      <Text c="dimmed" mb="sm">
        RVs that an owner has sold and another one has registered since. Until one is accepted, both are told what is
        about safety, and only the last owner the rest.
      </Text>
      <Unread of={{ data, error, refetch }} label="Looking for transfers">
        <Skeleton h={160} />
      </Unread>
      {data?.total === 0 && (
        <GridMessage
          text="No RV waits to be transferred."
          hint="One is proposed here when somebody registers an RV that its last owner has sold in the app."
        />
      )}
      {data && data.total > 0 && (
        <>
          <Text component="output" display="block" fw={600}>
            {formatCount(data.total, 'transfer')}
          </Text>
          <Entries label="Transfers" entries={data.data.map((one) => entryOf(one, { busy: busyOf(one), decide }))} />
        </>
      )}
    </Dialog>
  )
}

type Acts = { busy: Act | undefined; decide: (act: Act, transfer: Transfer) => void }

function entryOf(one: Transfer, { busy, decide }: Acts) {
  const { transfer_id, rv_id, vin, model, from_user, to_user, proposed_at } = one
  const name = `RV ${vin} (${model.name})`
  return {
    id: transfer_id,
    icon: <ArrowRightLeft size={16} aria-hidden />,
    title: (
      <Anchor component={Link} to={recordPathOf('rvs', rv_id)} inherit c="inherit">
        {name}
      </Anchor>
    ),
    badge: (
      <Text component="span" size="sm" c="dimmed">
        <Anchor component={Link} to={recordPathOf('users', from_user._id)} inherit>
          {from_user.name}
        </Anchor>
        <span> to </span>
        <Anchor component={Link} to={recordPathOf('users', to_user._id)} inherit>
          {to_user.name}
        </Anchor>
      </Text>
    ),
    lines: [`Sold in the app, and registered by the next owner on ${formatDate(proposed_at)}.`],
    action: (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <Button
          size="compact-sm"
          loading={busy === 'accept'}
          aria-label={`Accept ${name} for ${to_user.name}`}
          onClick={() => decide('accept', one)}
        >
          Accept
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          loading={busy === 'refuse'}
          aria-label={`Refuse ${name} for ${to_user.name}`}
          onClick={() => decide('refuse', one)}
        >
          Refuse
        </Button>
      </Group>
    ),
  }
}
