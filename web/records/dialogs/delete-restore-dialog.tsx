import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import type { CallInput, CallOutput, Endpoint } from '#contract/endpoint.ts'
import type { done, RecordRow } from '#contract/records.ts'
import { ApiError, call } from '#web/api/call.ts'
import { changedBy } from '#web/records/form/changed-by.ts'
import { type Conflict, conflictOf } from '#web/records/form/use-record-form.ts'
import { toastSuccess } from '#web/ui/feedback/toast.ts'
import { ConfirmCallDialog } from './confirm-call-dialog.tsx'

type ChangeEndpoint = Endpoint<z.ZodType, z.ZodType<z.output<typeof done>>>

type DeleteRestoreDialogProps<Row extends RecordRow, E extends ChangeEndpoint> = {
  /** The open dialog of the screen; any kind but 'delete' and 'restore' renders nothing. */
  dialog: { kind: string; row?: Row | undefined } | null
  onClose: () => void
  /** 'RV Type' for the title, 'RV type' for the question. */
  wording: { title: string; text: string }
  nameOf: (row: Row) => string
  remove: E
  restore: NoInfer<E>
  /** The input of both calls for a row: its id and its version. */
  input: (row: Row) => CallInput<E>
  /** Further text, such as how many other records are deleted as well. */
  children?: ReactNode
  /** The text of a second toast after success. */
  secondToast?: (answer: CallOutput<E>, kind: 'delete' | 'restore') => string | undefined
}

/**
 * The confirm dialog for the delete and restore of every soft-deleted record. A conflict is shown and can be
 * overridden.
 */
export function DeleteRestoreDialog<Row extends RecordRow, E extends ChangeEndpoint>({
  dialog,
  ...props
}: DeleteRestoreDialogProps<Row, E>) {
  if (!dialog?.row || (dialog.kind !== 'delete' && dialog.kind !== 'restore')) return null
  return <OpenDialog {...props} row={dialog.row} kind={dialog.kind} />
}

const verbs = {
  delete: { title: 'Delete', question: 'remove' },
  restore: { title: 'Restore', question: 'Restore' },
}

type OpenDialogProps<Row extends RecordRow, E extends ChangeEndpoint> = Omit<
  DeleteRestoreDialogProps<Row, E>,
  'dialog'
> & {
  kind: keyof typeof verbs
  row: Row
}

function OpenDialog<Row extends RecordRow, E extends ChangeEndpoint>(props: OpenDialogProps<Row, E>) {
  const { kind, row, wording, onClose, children } = props
  const [conflict, setConflict] = useState<Conflict<Row>>()
  const verb = verbs[kind]
  const current = conflict?.row ?? row
  return (
    <ConfirmCallDialog
      title={`${verb.title} ${wording.title}`}
      text={`Are you sure you want to ${verb.question} this ${wording.text}?`}
      name={props.nameOf(current)}
      action={conflict ? `${verb.title} anyway` : verb.title}
      danger={kind === 'delete'}
      send={(options) => call(kind === 'delete' ? props.remove : props.restore, props.input(current), options)}
      onSuccess={(answer) => {
        const message = props.secondToast?.(answer, kind)
        if (message) toastSuccess(message)
      }}
      onError={(error) => setConflict(error instanceof ApiError ? conflictOf<Row>(error) : undefined)}
      errorMessage={conflict && changedBy(conflict)}
      onClose={onClose}
    >
      {children}
    </ConfirmCallDialog>
  )
}
