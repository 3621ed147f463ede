import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { CalendarCheck, CalendarClock, CalendarX, CircleCheck, Hourglass, Rocket, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type Rollover, rollovers } from '#contract/rollovers.ts'
import { call } from '#web/api/call.ts'
import { ConfirmChangeDialog } from '#web/records/change/confirm-change-dialog.tsx'
import { StopButton } from '#web/records/change/stop-button.tsx'
import { WorkProgress } from '#web/ui/feedback/upload-progress.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { Card } from '#web/ui/page/card.tsx'
import { GoLiveDialog } from './go-live-dialog.tsx'
import classes from './rollover.module.css'
import { countsInWords, listsOf, officeTimeInWords, originOf, totalOf } from './rollover-words.ts'
import { SinceDialog } from './since-dialog.tsx'

type PreparedCardProps = {
  rollover: Rollover
  /** It was begun on this page just now: it takes the focus. */
  isNew: boolean
}

/** A model year that is being prepared, and what can be done with it. */
export function PreparedCard({ rollover, isNew }: PreparedCardProps) {
  const { name, from_year, state, counts, go_live_at } = rollover
  const [open, setOpen] = useState<'go live' | 'throw away' | 'since'>()
  const onClose = () => setOpen(undefined)
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNew) card.current?.focus()
  }, [isNew])
  const isReady = state === 'ready'
  return (
    <div ref={card} tabIndex={-1} className={classes.card}>
      <Card
        title={`${name}, from ${from_year.name}`}
        text={originOf(rollover)}
        state={<StateBadge rollover={rollover} />}
        {...(isReady && {
          actions: (
            <Button
              leftSection={<Rocket size={16} aria-hidden />}
              aria-label={go_live_at ? `Change or call off the time of ${name}` : `Go live with ${name}`}
              onClick={() => setOpen('go live')}
            >
              {go_live_at ? 'Change or call off the time' : 'Go live'}
            </Button>
          ),
        })}
      >
        <Stack gap="md" mt="md">
          {isReady ? <Made rollover={rollover} /> : <Progress rollover={rollover} />}
          {isReady && (
            <Group gap="xs">
              <Button variant="default" size="xs" onClick={() => setOpen('since')}>
                What has changed in {from_year.name} since
              </Button>
              <Button
                variant="default"
                size="xs"
                leftSection={<Trash2 size={14} aria-hidden />}
                aria-label={`Throw away ${name}`}
                onClick={() => setOpen('throw away')}
              >
                Throw away
              </Button>
            </Group>
          )}
        </Stack>
      </Card>
      {open === 'go live' && <GoLiveDialog rollover={rollover} onClose={onClose} />}
      {open === 'since' && <SinceDialog rollover={rollover} onClose={onClose} />}
      {open === 'throw away' && (
        <ConfirmChangeDialog
          title={`Throw away ${name}`}
          text={`Are you sure you want to throw away ${name}? This deletes the year with its ${countsInWords(counts)}, what was written there since, and its RVs that have no owner. ${from_year.name} stays as it is. It can be undone.`}
          name=""
          action="Throw away"
          danger
          send={(options) => call(rollovers.discard, { rollover_id: rollover._id }, options)}
          onClose={onClose}
        />
      )}
    </div>
  )
}

/** What is there to work on, in the usual screens, and when owners see it. */
function Made({ rollover }: { rollover: Rollover }) {
  const { name, go_live_at } = rollover
  const lists = listsOf(rollover)
  return (
    <>
      <Text>
        {go_live_at
          ? `Owners see nothing of it yet. It goes live ${officeTimeInWords(go_live_at)}.`
          : 'Owners see nothing of it yet.'}
      </Text>
      {lists.length > 0 && (
        <nav aria-label={`What ${name} has`} className={classes.links}>
          {lists.map(({ words, to }) => (
            <Anchor key={to} component={Link} to={to}>
              {words}
            </Anchor>
          ))}
        </nav>
      )}
    </>
  )
}

/** How far it is. */
function Progress({ rollover: { name, counts, made, change_id } }: { rollover: Rollover }) {
  const [done, all] = [totalOf(made), totalOf(counts)]
  return (
    <div>
      <Text size="sm" c="dimmed" mb={4}>
        {`${formatNumber(done)} of ${formatNumber(all)} copied: ${countsInWords(counts)}.`}
      </Text>
      <WorkProgress label={`Preparing ${name}`} done={all ? Math.min(1, done / all) : 0}>
        <StopButton change={{ _id: change_id, state: 'running', title: `Preparing ${name}` }} />
      </WorkProgress>
    </div>
  )
}

const states = {
  preparing: { label: 'Preparing', color: 'gray', Icon: Hourglass },
  ready: { label: 'Ready', color: 'pine', Icon: CircleCheck },
  scheduled: { label: 'Scheduled', color: 'amber', Icon: CalendarClock },
  live: { label: 'Live', color: 'pine', Icon: CalendarCheck },
  discarded: { label: 'Thrown away', color: 'gray', Icon: CalendarX },
} as const

/** How far a rollover is, in a word. */
export function StateBadge({ rollover: { state, go_live_at } }: { rollover: Rollover }) {
  const { label, color, Icon } = states[state === 'ready' && go_live_at ? 'scheduled' : state]
  return (
    <Badge variant="light" color={color} tt="none" leftSection={<Icon size={12} aria-hidden />}>
      {label}
    </Badge>
  )
}
