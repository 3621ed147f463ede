import { Alert, Anchor, Button, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CalendarCheck, CalendarX, CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { type Rollover, rollovers } from '#contract/rollovers.ts'
import { useChanges } from '#web/api/live-events.ts'
import { query } from '#web/api/query.ts'
import { useMe } from '#web/api/use-me.ts'
import { useDraftsLoaded } from '#web/forms/draft-store.ts'
import { helpOf, screenOf } from '#web/navigation/help.ts'
import { screens } from '#web/navigation/screens.ts'
import { RecordLink } from '#web/records/change/record-link.tsx'
import { Unread } from '#web/records/list/grid/grid-frame.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Entries } from '#web/ui/page/entries.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PrepareCard } from './prepare-card.tsx'
import { PreparedCard, StateBadge } from './prepared-card.tsx'
import { copiedInWords, originOf } from './rollover-words.ts'

/** While something is being copied. */
const EVERY_MS = 1000

const isOver = ({ state }: Rollover) => state === 'live' || state === 'discarded'

const years = screenOf('years')

/** Prepares the next model year from another one, and shows what is prepared. */
export function RolloverScreen() {
  const me = useMe()
  const isReady = useDraftsLoaded()
  const { state } = useLocation() as { state: { draft?: string } | null }
  const { data, error, refetch } = useQuery({
    ...query(rollovers.list, {}),
    refetchInterval: ({ state }) => (state.data?.data.some((one) => one.state === 'preparing') ? EVERY_MS : false),
  })
  useChanges(() => void refetch())
  const [begun, setBegun] = useState<string>()
  const open = data?.data.filter((one) => !isOver(one)) ?? []
  const over = data?.data.filter(isOver) ?? []
  return (
    <Page
      title={screens.rollover.title}
      help={helpOf(screens.rollover)}
      parent={{ title: years.title, to: years.path }}
    >
      <Stack gap="lg" maw={1100}>
        {data?.data[0] && <Failure newest={data.data[0]} />}
        {open.map((rollover) => (
          <PreparedCard key={rollover._id} rollover={rollover} isNew={rollover._id === begun} />
        ))}
        {open.length === 0 && (
          <Card title="Being prepared">
            {data ? (
              <Text c="dimmed" mt="xs">
                No model year is being prepared.
              </Text>
            ) : (
              <Unread of={{ data, error, refetch }}>
                <Skeleton h={90} mt="md" />
              </Unread>
            )}
          </Card>
        )}
        {me && isReady && (
          <PrepareCard key={state?.draft} me={me} resumed={state?.draft} onBegun={({ _id }) => setBegun(_id)} />
        )}
        {over.length > 0 && <Earlier rollovers={over} />}
      </Stack>
    </Page>
  )
}

/** Why the newest rollover could not be prepared, if so. */
const Failure = ({ newest: { name, problem } }: { newest: Rollover }) =>
  problem && (
    <Alert role="alert" color="red" icon={<CircleAlert aria-hidden />} title={`${name} could not be prepared`}>
      {problem} What had been copied was thrown away.
    </Alert>
  )

/** How many are shown at first. */
const MOST = 5

function Earlier({ rollovers }: { rollovers: Rollover[] }) {
  const [all, setAll] = useState(false)
  return (
    <Card title="Earlier">
      <Text c="dimmed">
        You can undo going live and throwing away in{' '}
        <Anchor component={Link} to={screens.recentChanges.path} inherit underline="always">
          {screens.recentChanges.title}
        </Anchor>
        .
      </Text>
      <Entries label="Earlier" entries={(all ? rollovers : rollovers.slice(0, MOST)).map(entryOf)} />
      {!all && rollovers.length > MOST && (
        <Button variant="subtle" size="compact-sm" mt="sm" onClick={() => setAll(true)}>
          {`Show all ${rollovers.length}`}
        </Button>
      )}
    </Card>
  )
}

function entryOf(rollover: Rollover) {
  const { _id, name, year_id, state, problem } = rollover
  return {
    id: _id,
    icon: state === 'live' ? <CalendarCheck size={16} aria-hidden /> : <CalendarX size={16} aria-hidden />,
    title: <RecordLink type="years" to={{ _id: year_id, name }} />,
    badge: <StateBadge rollover={rollover} />,
    lines: [`${originOf(rollover)} ${copiedInWords(rollover)}`],
    ...(problem && { warnings: [`Why: ${problem}`] }),
  }
}
