import { List, ScrollArea, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { UndoObstacle } from '#contract/changes.ts'
import {
  ALREADY_UNDONE,
  CANNOT_BE_UNDONE,
  type Change,
  type ChangedRecord,
  changes,
  type DescribedChange,
  type UndoPreview,
} from '#contract/changes.ts'
import { plural } from '#contract/plural.ts'
import { ApiError } from '#web/api/api-error.ts'
import { query } from '#web/api/query.ts'
import { ApiErrorAlert } from '#web/forms/api-error-alert.tsx'
import { ChangeProgress } from '#web/records/change/change-state.tsx'
import { ConfirmChangeDialog } from '#web/records/change/confirm-change-dialog.tsx'
import { StopButton } from '#web/records/change/stop-button.tsx'
import { toastUndone } from '#web/records/change/toast-change.tsx'
import { useRunningChange } from '#web/records/change/use-running-change.ts'
import { Planned } from '#web/records/plan/planned.tsx'
import { type Plan, usePlan } from '#web/records/plan/use-plan.ts'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { formatCount, formatDateTime, formatNumber } from '#web/ui/format.ts'
import { consequencesOf, forgetFinal, undoChange } from './undo-change.ts'
import type { UndoRequest } from './undo-requests.ts'

/**
 * Asks whether to undo a change: says first what it was, what happens, and what is in the way; offers to undo the rest.
 * A change that is still running can be stopped here.
 */
export function UndoDialog({ changeId, onClose }: Pick<UndoRequest, 'changeId'> & { onClose: () => void }) {
  const { data, error, isFetching } = useQuery(query(changes.get, { change_id: changeId, page: 1, per_page: 1 }))
  const change = data?.change
  const plan = usePlan(changes.preview_undo, change?.can_undo ? { change_id: changeId } : undefined)
  const latest = useQuery(query(changes.list, { page: 1, per_page: 1 })).data?.data[0]
  const found = plan.answer?.data
  const rest = found !== undefined && found.obstacle_count > 0

  // The next Ctrl+Z asks about the one before it.
  useEffect(() => {
    if (plan.error) forgetFinal(changeId, plan.error)
    if (change && !change.can_undo && change.state !== 'running') forgetFinal(changeId)
  }, [change, plan.error, changeId])

  return (
    <ConfirmChangeDialog
      title="Undo change"
      text={textOf(change, plan)}
      name={change ? nameOf(change) : ''}
      action={rest && found.record_count > 0 ? restWords(found) : 'Undo'}
      disabled={!change?.can_undo || !found?.record_count}
      send={(options) => undoChange(changeId, options, rest ? { leave_obstacles: true } : {})}
      announce={toastUndone}
      errorMessage={(error) => (error instanceof ApiError && error.status === 409 ? CHANGED_MEANWHILE : undefined)}
      onClose={onClose}
    >
      {change ? (
        <>
          <Text size="sm" c="dimmed">
            {`${change.sentence}, ${formatDateTime(change.at)}`}
          </Text>
          {change.can_undo ? (
            <Planned plan={plan}>
              {(planned) => <Consequences change={change} first={data.data[0]} preview={planned.data} />}
            </Planned>
          ) : (
            change.state === 'running' && <Running change={change} />
          )}
          {change.can_undo && latest && latest._id !== changeId && <Text size="sm">{OUT_OF_ORDER}</Text>}
        </>
      ) : isFetching ? (
        <Loading size="sm" />
      ) : (
        <ApiErrorAlert error={error} />
      )}
    </ConfirmChangeDialog>
  )
}

const OUT_OF_ORDER = 'Other changes were made after it. Their changes to other fields and records are kept.'
const CHANGED_MEANWHILE = 'Something has changed in the meantime. See what can no longer be undone.'

type ConsequencesProps = { change: Change; first: ChangedRecord | undefined; preview: UndoPreview }

function Consequences({ change, first, preview: { record_count, obstacle_count, obstacles } }: ConsequencesProps) {
  return (
    <>
      {record_count > 0 && <Text size="sm">{consequencesOf({ ...change, record_count }, first)}</Text>}
      {obstacle_count > 0 && (
        <>
          <Text size="sm">{`${formatCount(obstacle_count, 'record')} cannot be undone:`}</Text>
          <UndoObstacles obstacles={obstacles} count={obstacle_count} />
        </>
      )}
      {record_count === 0 && obstacle_count === 0 && <Text size="sm">Nothing is left to undo.</Text>}
    </>
  )
}

function Running({ change: started }: { change: Change }) {
  const { change } = useRunningChange(started)
  return (
    <>
      <Text size="sm">This change is still running.</Text>
      <ChangeProgress change={change} />
      <StopButton change={change} />
    </>
  )
}

const restWords = ({ record_count, obstacle_count }: UndoPreview) =>
  `Undo the ${formatNumber(record_count)} that can be, leave ${plural(obstacle_count, 'this one', `these ${formatNumber(obstacle_count)}`)}`

function nameOf({ title, record_count, details: [first] }: DescribedChange) {
  const name = first?.within ? `${first.title} (${first.within})` : title
  return record_count > 1 ? `${name} and ${formatCount(record_count - 1, 'other record')}` : name
}

/** The question, or that there is nothing to ask. */
function textOf(change: Change | undefined, { answer, error }: Plan<{ data: UndoPreview }>) {
  if (change && !change.can_undo && change.state !== 'running') {
    return change.undone_by ? ALREADY_UNDONE : CANNOT_BE_UNDONE
  }
  const isRefused = error instanceof ApiError && error.status === 422
  const isInTheWay = answer?.data.record_count === 0
  return isRefused || isInTheWay ? CANNOT_BE_UNDONE : 'Are you sure you want to undo this change?'
}

type UndoObstaclesProps = {
  obstacles: UndoObstacle[]
  /** How many there are: more than are named. */
  count: number
}

/** Names the records that cannot be undone, each with the reason. */
const UndoObstacles = ({ obstacles, count }: UndoObstaclesProps) => (
  // More than a few scroll, so the keyboard must reach them.
  <ScrollArea.Autosize mah={200} type="auto" viewportProps={{ tabIndex: 0 }}>
    <List size="sm" aria-label="Cannot be undone">
      {obstacles.map(({ record_type, record_id, title, reason }) => (
        <List.Item key={`${record_type} ${record_id}`} style={{ overflowWrap: 'anywhere' }}>
          <b>{title}</b>: {reason}
        </List.Item>
      ))}
      {count > obstacles.length && <List.Item>and {formatCount(count - obstacles.length, 'other')}</List.Item>}
    </List>
  </ScrollArea.Autosize>
)
