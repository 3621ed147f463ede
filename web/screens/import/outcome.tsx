import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type Change, changes } from '#contract/changes.ts'
import type { Rehearsal, RehearsedType } from '#contract/imports.ts'
import { query } from '#web/api/query.ts'
import { screens } from '#web/navigation/screens.ts'
import { ChangeProgress } from '#web/records/change/change-state.tsx'
import { StopButton } from '#web/records/change/stop-button.tsx'
import { UndoButton } from '#web/records/change/undo/undo-button.tsx'
import { useRunningChange } from '#web/records/change/use-running-change.ts'
import { Unread } from '#web/records/list/grid/grid-frame.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { listOf, nounsOf } from './kinds-of-import.ts'
import { whatHappens } from './words.ts'

type OutcomeProps = { type: RehearsedType; rehearsal: Rehearsal; onChooseAnother: () => void }

/** What came of an import, or how far it is. */
export function Outcome({ type, rehearsal, onChooseAnother }: OutcomeProps) {
  const { change_id, file_name, counts } = rehearsal
  return (
    <>
      {change_id === null ? (
        <Card title={`${file_name} was not needed`} text={whatHappens(type, counts)} />
      ) : (
        <OfChange rehearsal={rehearsal} changeId={change_id} />
      )}
      <Group gap="xs">
        <Button component={Link} to={listOf(type).path}>
          Go to the list of {nounsOf(type)}
        </Button>
        <Button variant="default" onClick={onChooseAnother}>
          Import another file
        </Button>
      </Group>
    </>
  )
}

function OfChange({ rehearsal: { state, file_name }, changeId }: { rehearsal: Rehearsal; changeId: string }) {
  const { data, error, refetch } = useQuery(query(changes.get, { change_id: changeId, page: 1, per_page: 1 }))
  const change = data?.change
  const isWhole = change ? change.state === 'done' : state === 'applied'
  const runs = change ? change.state === 'running' : state === 'applying'
  return (
    <Card
      title={runs ? `Importing ${file_name}` : `${file_name} was ${isWhole ? '' : 'not '}imported`}
      actions={
        change && (
          <>
            <StopButton change={change} />
            <UndoButton change={change} />
          </>
        )
      }
    >
      {change && <ChangeWords started={change} />}
      <Unread of={{ data, error, refetch }}>
        <Skeleton h={56} mt="sm" />
      </Unread>
    </Card>
  )
}

function ChangeWords({ started }: { started: Change }) {
  const { change } = useRunningChange(started)
  return (
    <Stack gap="xs" mt="sm">
      {change.state === 'running' ? (
        <>
          <Text>You can leave this page: the import goes on.</Text>
          <ChangeProgress change={change} />
        </>
      ) : (
        <Text component="output">{wordsOf(change)}</Text>
      )}
      <div>
        <Anchor component={Link} to={`${screens.recentChanges.path}?${new URLSearchParams({ change: change._id })}`}>
          See the change
        </Anchor>
      </div>
    </Stack>
  )
}

/** What an import that has ended did. */
function wordsOf({ state, message, reason, undone_by }: Change) {
  if (state === 'failed') return reason ?? message
  if (state === 'stopped') return 'Stopped. What had been imported is being taken back.'
  return undone_by ? `${message} It was undone since.` : message
}
