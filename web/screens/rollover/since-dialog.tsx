import { Anchor, Badge, Box, Button, Group, Skeleton, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { FileDiff, FileMinus, FilePlus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { recordPathOf } from '#contract/paths.ts'
import { capital } from '#contract/plural.ts'
import { type Rollover, type RolloverDifference, rollovers } from '#contract/rollovers.ts'
import { call } from '#web/api/call.ts'
import { useChanges } from '#web/api/live-events.ts'
import { query } from '#web/api/query.ts'
import type { SendOptions } from '#web/forms/use-contract-form.ts'
import { whenOnline } from '#web/forms/when-online.ts'
import { ConfirmChangeDialog } from '#web/records/change/confirm-change-dialog.tsx'
import { toastChange } from '#web/records/change/toast-change.tsx'
import { Unread } from '#web/records/list/grid/grid-frame.tsx'
import { nounOf } from '#web/records/shared/record-words.ts'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'
import { toastError } from '#web/ui/feedback/toast.ts'
import { formatCount, formatNumber } from '#web/ui/format.ts'
import { Entries } from '#web/ui/page/entries.tsx'
import { differenceInWords, differenceWords } from './rollover-words.ts'

/** What is taken over: all that differ, or these. */
type Taken = { differences: RolloverDifference[]; all: boolean }
type SinceDialogProps = { rollover: Rollover; onClose: () => void }

/** How many are shown at first, and how many more with each press of the button. */
const STEP = 100

/** What has changed in the copied year since, and the buttons that bring the copies up to date. */
export function SinceDialog({ rollover, onClose }: SinceDialogProps) {
  const { _id: rollover_id, name, from_year } = rollover
  const dialog = useDialog(onClose)
  const [shown, setShown] = useState(STEP)
  const [asked, setAsked] = useState<Taken>()
  const { data, error, refetch } = useQuery(query(rollovers.since, { rollover_id }))
  useChanges(() => void refetch())
  const send = ({ differences, all }: Taken, options?: Pick<SendOptions, 'signal'>) =>
    call(
      rollovers.takeOver,
      { rollover_id, ...(!all && { source_ids: differences.map(({ source_id }) => source_id) }) },
      options,
    )
  const take = useMutation({
    mutationFn: (taken: Taken) => send(taken),
    onSuccess: (answer) => toastChange(answer),
    onError: (error) => toastError(error.message),
  })
  const differences = data?.data
  function takeOver(taken: Taken) {
    if (take.isPending) return
    if (taken.differences.some(({ copy_changed }) => copy_changed)) setAsked(taken)
    else whenOnline(() => take.mutate(taken))
  }
  const busyWith = take.isPending ? take.variables : undefined
  const isTaken = ({ source_id }: RolloverDifference) =>
    busyWith !== undefined && !busyWith.all && busyWith.differences.some((one) => one.source_id === source_id)
  return (
    <Dialog
      title={`What has changed in ${from_year.name} since`}
      dialog={dialog}
      frame="sheet"
      locked={asked !== undefined}
    >
      <Text c="dimmed" mb="sm">
        {`Taking over makes the copy in ${name} as the record in ${from_year.name} is now.`}
      </Text>
      <Unread of={{ data, error, refetch }}>
        <Skeleton h={240} />
      </Unread>
      {differences?.length === 0 && (
        <Text component="output" display="block">
          {`Nothing has changed in ${from_year.name} since it was copied.`}
        </Text>
      )}
      {differences && differences.length > 0 && (
        <>
          <Group justify="space-between" gap="sm">
            <Text component="output" fw={600}>
              {formatCount(differences.length, 'difference')}
            </Text>
            <Button loading={busyWith?.all ?? false} onClick={() => takeOver({ differences, all: true })}>
              Take over all
            </Button>
          </Group>
          <Entries
            label="Differences"
            entries={differences
              .slice(0, shown)
              .map((one) => entryOf(one, rollover, isTaken(one), () => takeOver({ differences: [one], all: false })))}
          />
          {differences.length > shown && (
            <Box mt="sm">
              <Button variant="subtle" size="compact-sm" onClick={() => setShown(shown + STEP)}>
                {`Show more of ${formatNumber(differences.length - shown)} others`}
              </Button>
            </Box>
          )}
        </>
      )}
      {asked && (
        <ConfirmChangeDialog
          title={asked.all ? 'Take over all' : 'Take over'}
          text={replacedInWords(asked.differences, name)}
          name=""
          action="Take over"
          send={({ signal }) => send(asked, { signal })}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Dialog>
  )
}

/** What is lost by taking over, as a question. */
function replacedInWords(differences: RolloverDifference[], name: string) {
  const changed = differences.filter(({ copy_changed }) => copy_changed)
  const [only] = changed
  const what = changed.length === 1 && only ? `“${only.title}” was` : `${formatNumber(changed.length)} copies were`
  return `${what} changed in ${name} too. Taking over replaces that. Are you sure? It can be undone.`
}

const icons = { changed: FileDiff, added: FilePlus, deleted: FileMinus }

function entryOf(difference: RolloverDifference, rollover: Rollover, busy: boolean, onTake: () => void) {
  const { source_id, copy_id, title, record_type, copy_changed } = difference
  const { name, from_year } = rollover
  const { label, color } = differenceWords[difference.difference]
  const Icon = icons[difference.difference]
  return {
    id: source_id,
    icon: <Icon size={16} aria-hidden />,
    title,
    badge: (
      <>
        <Badge variant="light" color={color} tt="none">
          {label}
        </Badge>
        <Anchor
          component={Link}
          to={recordPathOf(record_type, source_id)}
          size="sm"
          aria-label={`${title} in ${from_year.name}`}
        >
          In {from_year.name}
        </Anchor>
        {copy_id && (
          <Anchor component={Link} to={recordPathOf(record_type, copy_id)} size="sm" aria-label={`${title} in ${name}`}>
            In {name}
          </Anchor>
        )}
      </>
    ),
    lines: [`${capital(nounOf(record_type))}. ${differenceInWords(difference, name)}`],
    ...(copy_changed && { warnings: [`Its copy in ${name} was changed too: taking over replaces that.`] }),
    action: (
      <Button
        size="compact-sm"
        variant="default"
        flex="none"
        loading={busy}
        aria-label={`Take over ${title}`}
        onClick={onTake}
      >
        Take over
      </Button>
    ),
  }
}
