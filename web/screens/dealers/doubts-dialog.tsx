import { Anchor, Badge, Box, Button, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Clock, MapPinOff, PhoneOff, Users } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Doubt } from '#contract/dealer-doubts.ts'
import { dealers } from '#contract/dealers.ts'
import { recordPathOf } from '#contract/paths.ts'
import { call } from '#web/api/call.ts'
import { useChanges } from '#web/api/live-events.ts'
import { query } from '#web/api/query.ts'
import { useDecisions } from '#web/records/change/use-decisions.ts'
import { GridMessage, Unread } from '#web/records/list/grid/grid-frame.tsx'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'
import { formatCount, formatNumber } from '#web/ui/format.ts'
import { Entries } from '#web/ui/page/entries.tsx'

const looks = {
  zero: { icon: MapPinOff, word: 'No coordinates' },
  swapped: { icon: MapPinOff, word: 'Coordinates swapped' },
  outside: { icon: MapPinOff, word: 'Outside the state' },
  near: { icon: Users, word: 'Near another one' },
  same_phone: { icon: Users, word: 'Same phone' },
  phone: { icon: PhoneOff, word: 'Phone number' },
  hours: { icon: Clock, word: 'Hours' },
} satisfies Record<Doubt['doubt'], unknown>

/** How many are shown at first, and how many more with each press of the button. */
const STEP = 100

type Act = 'mend' | 'leave'
const keyOf = ({ service_id, doubt }: Doubt) => `${service_id} ${doubt}`

/** What is probably wrong with dealers, each with what mends it or says that it is right. */
export function DoubtsDialog({ onClose }: { onClose: () => void }) {
  const dialog = useDialog(onClose)
  const [shown, setShown] = useState(STEP)
  const { data, error, refetch } = useQuery(query(dealers.doubts, {}))
  useChanges(() => void refetch())
  const doubts = data?.data
  const { busyOf, decide } = useDecisions({
    of: doubts,
    keyOf,
    async send(act: Act, { service_id, doubt, version }) {
      if (act === 'mend') return call(dealers.mend, { service_id, doubt, version })
      await call(dealers.is_right, { service_id, doubt, version })
    },
    refetch,
  })

  return (
    <Dialog title="Doubts" dialog={dialog} frame="sheet">
      <Text c="dimmed" mb="sm">
        What is probably wrong with active dealers. What you call right is asked again only after the dealer has
        changed.
      </Text>
      <Unread of={{ data, error, refetch }} label="Looking at all dealers">
        <Skeleton h={240} />
      </Unread>
      {doubts?.length === 0 && (
        <GridMessage
          text="Nothing looks wrong."
          hint="Every dealer is in its state, none seems to be there twice, and phone numbers and hours can be read."
        />
      )}
      {doubts && doubts.length > 0 && (
        <>
          <Text component="output" display="block" fw={600}>
            {formatCount(doubts.length, 'doubt')}
          </Text>
          <Entries
            label="Doubts"
            entries={doubts.slice(0, shown).map((one) => entryOf(one, { busy: busyOf(one), decide }))}
          />
          {doubts.length > shown && (
            <Box mt="sm">
              <Button variant="subtle" size="compact-sm" onClick={() => setShown(shown + STEP)}>
                {`Show more of ${formatNumber(doubts.length - shown)} others`}
              </Button>
            </Box>
          )}
        </>
      )}
    </Dialog>
  )
}

type Acts = { busy: Act | undefined; decide: (act: Act, doubt: Doubt) => void }

function entryOf(one: Doubt, { busy, decide }: Acts) {
  const { service_id, name, doubt, detail, other_id, mend } = one
  const { icon: Icon, word } = looks[doubt]
  const path = recordPathOf('dealers', service_id)
  return {
    id: keyOf(one),
    icon: <Icon size={16} aria-hidden />,
    title: (
      <Anchor component={Link} to={path} inherit c="inherit">
        {name}
      </Anchor>
    ),
    badge: (
      <>
        <Badge variant="default" tt="none" fw={500}>
          {word}
        </Badge>
        {other_id && (
          <Anchor
            component={Link}
            to={recordPathOf('dealers', other_id)}
            size="sm"
            aria-label={`The other dealer of ${name}`}
          >
            The other one
          </Anchor>
        )}
      </>
    ),
    lines: [detail],
    action: (
      <Group gap="xs" justify="flex-end">
        {mend ? (
          <Button
            size="compact-sm"
            loading={busy === 'mend'}
            aria-label={`Move the marker of ${name}`}
            onClick={() => decide('mend', one)}
          >
            Move the marker
          </Button>
        ) : (
          <Button
            component={Link}
            to={`${path}?edit=${service_id}`}
            variant="default"
            size="compact-sm"
            aria-label={`Edit ${name}`}
          >
            Edit
          </Button>
        )}
        <Button
          variant="default"
          size="compact-sm"
          loading={busy === 'leave'}
          aria-label={`Is right: ${word} of ${name}`}
          onClick={() => decide('leave', one)}
        >
          Is right
        </Button>
      </Group>
    ),
  }
}
