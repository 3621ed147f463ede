import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import type { z } from 'zod'
import type { CallInput, CallOutput, Endpoint } from '#contract/endpoint.ts'
import type { done, RecordRow } from '#contract/records.ts'
import { ApiError, call } from '#web/api/call.ts'
import { changedBy } from '#web/records/form/changed-by.ts'
import { type Conflict, conflictOf } from '#web/records/form/use-record-form.ts'
import { useRefresh } from '#web/records/refresh.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { useDialog } from '#web/ui/dialog/dialog.tsx'
import { toastSuccess } from '#web/ui/feedback/toast.ts'
import { RefusalAlert } from './confirm-call-dialog.tsx'

type Changing = Endpoint<z.ZodType, z.ZodType<z.output<typeof done>>>

type LifecycleModalsProps<Row extends RecordRow, E extends Changing> = {
  /** What is open on the screen; anything but 'delete' and 'restore' shows nothing here. */
  dialog: { kind: string; row?: Row | undefined } | null
  onClose: () => void
  /** 'RV Type' for the titles, 'RV type' for the question. */
  wording: { title: string; text: string }
  nameOf: (row: Row) => string
  remove: E
  restore: NoInfer<E>
  /** What both calls are sent for a row: its id and its version. */
  input: (row: Row) => CallInput<E>
  /** The lists in which the change shows. */
  refresh: Endpoint[]
  /** Further words on what will happen, such as how many records go along. */
  children?: ReactNode
  /** Further words on what has happened, for a toast beside that of the answer. */
  alsoSaid?: (answer: CallOutput<E>, kind: 'delete' | 'restore') => string | undefined
}

/** The confirmations of delete and restore that all soft-deleted records share. */
export function LifecycleModals<Row extends RecordRow, E extends Changing>({
  dialog,
  ...props
}: LifecycleModalsProps<Row, E>) {
  if (!dialog?.row || (dialog.kind !== 'delete' && dialog.kind !== 'restore')) return null
  return <LifecycleModal {...props} row={dialog.row} kind={dialog.kind} />
}

const verbs = {
  delete: { title: 'Delete', question: 'remove' },
  restore: { title: 'Restore', question: 'Restore' },
}

type LifecycleModalProps<Row extends RecordRow, E extends Changing> = Omit<LifecycleModalsProps<Row, E>, 'dialog'> & {
  kind: keyof typeof verbs
  row: Row
}

function LifecycleModal<Row extends RecordRow, E extends Changing>(props: LifecycleModalProps<Row, E>) {
  const { kind, row, wording } = props
  const dialog = useDialog(props.onClose)
  const refresh = useRefresh()
  const [conflict, setConflict] = useState<Conflict<Row>>()
  const verb = verbs[kind]
  const current = conflict?.row ?? row

  const change = useMutation({
    mutationFn: () => call(kind === 'delete' ? props.remove : props.restore, props.input(current)),
    networkMode: 'always',
    onSuccess: (answer) => {
      toastSuccess(answer.message)
      const more = props.alsoSaid?.(answer, kind)
      if (more) toastSuccess(more)
      refresh(props.refresh)
      dialog.close()
    },
    onError: (error) => {
      const found = error instanceof ApiError ? conflictOf<Row>(error) : undefined
      setConflict(found)
      if (found) refresh(props.refresh)
    },
  })
  const sending = useRef(false)
  const confirm = () => {
    if (sending.current) return
    sending.current = true
    change.mutate(undefined, { onSettled: () => (sending.current = false) })
  }

  return (
    <ConfirmDialog
      title={`${verb.title} ${wording.title}`}
      dialog={dialog}
      text={`Are you sure you want to ${verb.question} this ${wording.text}?`}
      action={conflict ? `${verb.title} anyway` : verb.title}
      danger={kind === 'delete'}
      busy={change.isPending}
      onConfirm={confirm}
    >
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {props.nameOf(current)}
      </Text>
      {props.children}
      <RefusalAlert error={change.error} {...(conflict && { message: changedBy(conflict) })} />
    </ConfirmDialog>
  )
}
