import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type MouseEvent, useEffect, useEffectEvent } from 'react'
import { type Change, changes, type DescribedChange } from '#contract/changes.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { rememberChange } from '#web/api/session-changes.ts'
import { useIdempotencyKey } from '#web/forms/idempotency-key.ts'
import { closeToast, holdToast, toastError, toastSuccess } from '#web/ui/feedback/toast.ts'
import { withNote } from '#web/ui/feedback/with-note.tsx'
import { ChangeProgress } from './change-state.tsx'
import { whatOf } from './sentence/sentence.ts'
import { StopButton } from './stop-button.tsx'
import { undoChange } from './undo/undo-change.ts'
import { askToUndo } from './undo/undo-requests.ts'
import { useRunningChange } from './use-running-change.ts'

/** The part of an answer that says what was changed. A call that changes no records names no change. */
export type Changed = {
  message: string
  note?: string | undefined
  change_id?: string | null
  can_undo?: boolean | undefined
}
/** The answer of a call that may need a while: the change itself, with how far it is. */
type ChangedSoon = Changed & { data: Change | null }

/** A page that a toast leads to, and why one may want to go there. */
export type Shown = { path: string; go: () => void; told: string }

/**
 * Says that a change was made, and offers to undo it: in the toast, and later by Ctrl+Z. `more` goes on after the
 * message; `shown` is the page of what was added.
 */
export function toastChange(answer: Changed, more = '', shown?: Shown) {
  const offered = undoableIn(answer)
  if (offered) rememberChange(offered)
  else if (answer.note) return toastSuccess(withNote(answer.message, answer.note))
  show([answer.message, more].filter(Boolean).join(' '), offered, shown && { shown, told: shown.told })
}

/** The id of the change that an answer offers to undo. */
export const undoableIn = ({ change_id, can_undo }: Changed) =>
  can_undo === false ? undefined : (change_id ?? undefined)

/** Says that many records were changed, and offers to undo it; until then, how far it is. */
export function toastBulk(answer: ChangedSoon) {
  const offered = undoableIn(answer)
  if (offered) rememberChange(offered)
  toastSoon(answer)
}

/** The same for an answer that does not say whether its change is still running. */
export async function toastBegun(answer: Changed) {
  const which = answer.change_id && { change_id: answer.change_id, page: 1, per_page: 1 }
  // What was done is said, whatever becomes of the question.
  const known = which ? await call(changes.get, which).catch(() => undefined) : undefined
  if (known) toastBulk({ ...answer, data: known.change })
  else toastChange(answer)
}

/** Says that a change was undone, and which, and offers to redo it; until then, how far it is. */
export function toastUndone({ data, ...answer }: Changed & { data: DescribedChange }) {
  // What it offered is done.
  if (data.undoes) closeToast(toastOf(data.undoes))
  toastSoon(
    { data, ...answer },
    // The sentence of one that still runs is out of date when it is done.
    { ...(data.state !== 'running' && { told: whatOf(data) }), offer: data.is_redo ? 'Undo' : 'Redo' },
  )
}

const toastOf = (changeId: string) => `change: ${changeId}`

type More = { told?: string; offer?: string; shown?: Shown }

function toastSoon({ data, ...answer }: ChangedSoon, more?: More) {
  const say = (message = answer.message) => show(message, undoableIn(answer), more)
  if (data?.state !== 'running') return say()
  const id = `running: ${data._id}`
  toastSuccess(<RunningMessage started={data} onEnd={say} toastId={id} />, id)
  holdToast(id)
}

function show(message: string, changeId: string | undefined, more: More = {}) {
  if (!changeId) return toastSuccess(message)
  const id = toastOf(changeId)
  toastSuccess(<UndoableMessage message={message} changeId={changeId} toastId={id} {...more} />, id)
}

type RunningMessageProps = { started: Change; onEnd: (message: string) => void; toastId: string }

/** How far a change is; gives way to its message when it is done. */
function RunningMessage({ started, onEnd, toastId }: RunningMessageProps) {
  const { change } = useRunningChange(started)
  const end = useEffectEvent(() => {
    closeToast(toastId)
    if (change.state === 'failed') toastError([change.message, change.reason].filter(Boolean).join(' '))
    else onEnd(change.message)
  })
  useEffect(() => {
    if (change.state !== 'running') end()
  }, [change.state])
  return (
    <Group component="span" justify="space-between" wrap="nowrap" gap="xs">
      <div>
        <ChangeProgress change={change} />
      </div>
      <StopButton change={change} />
    </Group>
  )
}

type UndoableMessageProps = { message: string; changeId: string; toastId: string } & More

function UndoableMessage({ message, changeId, toastId, told, offer = 'Undo', shown }: UndoableMessageProps) {
  const idempotencyKey = useIdempotencyKey()
  const undo = useMutation({
    mutationFn: () => undoChange(changeId, { idempotencyKey: idempotencyKey.keyFor({}) }),
    onMutate: () => holdToast(toastId),
    onSuccess: (answer) => {
      closeToast(toastId)
      toastUndone(answer)
    },
    onError: (error) => {
      // Without an answer, which web/app/query-client.ts says, the same button tries again.
      if (error instanceof ApiError && error.status === 0) return
      closeToast(toastId)
      if (error instanceof ApiError && error.status === 409) askToUndo({ changeId })
      else toastError(error.message)
    },
  })
  return (
    <Group component="span" justify="space-between" wrap="nowrap" gap="xs">
      {told ? (
        <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <div>{message}</div>
          <Text size="sm" c="dimmed" lineClamp={3}>
            {told}
          </Text>
        </div>
      ) : (
        <span>{message}</span>
      )}
      {shown && <ShowLink shown={shown} toastId={toastId} />}
      <Button size="compact-sm" variant="light" flex="none" loading={undo.isPending} onClick={() => undo.mutate()}>
        {offer}
      </Button>
    </Group>
  )
}

/** Leads to the page; toasts stand outside the router, so a plain click is handed to it. */
const ShowLink = ({ shown: { path, go }, toastId }: { shown: Shown; toastId: string }) => (
  <Button
    component="a"
    href={path}
    size="compact-sm"
    variant="subtle"
    flex="none"
    ml="auto"
    onClick={(event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      closeToast(toastId)
      go()
    }}
  >
    Show
  </Button>
)
