import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '#web/api/call.ts'
import { useIdempotencyKey } from '#web/forms/idempotency-key.ts'
import { closeToast, holdToast, toastError, toastSuccess } from '#web/ui/feedback/toast.ts'
import { rememberChange } from './session-changes.ts'
import { undoChange } from './undo-change.ts'
import { askToUndo } from './undo-requests.ts'

/** The part of an answer that says what was changed. A call that changes no records names no change. */
export type Changed = { message: string; change_id?: string | null }

/**
 * Says that a change was made, and offers to undo it: in the toast, and later by Ctrl+Z. `more` goes on after the
 * message.
 */
export function toastChange({ message, change_id }: Changed, more = '') {
  if (change_id) rememberChange(change_id)
  show([message, more].filter(Boolean).join(' '), change_id)
}

/** Says that a change was undone, and offers to undo that. */
export const toastUndone = ({ message, change_id }: Changed) => show(message, change_id)

function show(message: string, changeId: string | null | undefined) {
  if (!changeId) return toastSuccess(message)
  const id = `change: ${changeId}`
  toastSuccess(<UndoableMessage message={message} changeId={changeId} toastId={id} />, id)
}

type UndoableMessageProps = { message: string; changeId: string; toastId: string }

function UndoableMessage({ message, changeId, toastId }: UndoableMessageProps) {
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
      if (error instanceof ApiError && error.status === 409) askToUndo({ changeId, refusal: error })
      else toastError(error.message)
    },
  })
  return (
    <Group component="span" justify="space-between" wrap="nowrap" gap="xs">
      <span>{message}</span>
      <Button size="compact-sm" variant="light" flex="none" loading={undo.isPending} onClick={() => undo.mutate()}>
        Undo
      </Button>
    </Group>
  )
}
