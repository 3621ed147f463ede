import { Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import type { CallInput, CallOutput, Endpoint } from '#contract/endpoint.ts'
import type { RecordType } from '#contract/kinds.ts'
import type { done, RecordRow } from '#contract/records.ts'
import { ApiError, call } from '#web/api/call.ts'
import { changedBy } from '#web/records/form/changed-by.ts'
import { type Conflict, conflictOf } from '#web/records/form/use-record-form.ts'
import { toastSuccess } from '#web/ui/feedback/toast.ts'
import { ConfirmCallDialog } from './confirm-call-dialog.tsx'
import { Relations, useRelations } from './relations.tsx'

type ChangeEndpoint = Endpoint<z.ZodType, z.ZodType<z.output<typeof done>>>

type DeleteRestoreDialogProps<Row extends RecordRow, E extends ChangeEndpoint> = {
  type: RecordType
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
  /** What it looks like, where the name says little. */
  children?: ReactNode
  /** What goes along as far as the row tells; shown until the server says more. */
  along?: (row: Row) => string
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
  const { type, kind, row, wording, onClose, children } = props
  const relations = useRelations(type, row._id)
  const [onlyWith, setOnlyWith] = useState(false)
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
      send={(options) =>
        kind === 'delete'
          ? call(props.remove, props.input(current), options)
          : call(props.restore, onlyWith ? withFlag(props.input(current)) : props.input(current), options)
      }
      onSuccess={(answer) => {
        const message = props.secondToast?.(answer, kind)
        if (message) toastSuccess(message)
      }}
      onError={(error) => setConflict(error instanceof ApiError ? conflictOf<Row>(error) : undefined)}
      errorMessage={conflict && changedBy(conflict)}
      onClose={onClose}
    >
      {children}
      <Relations relations={relations} kind={kind} onlyWith={onlyWith} onOnlyWith={setOnlyWith}>
        {props.along && <Text size="sm">{props.along(current)}</Text>}
      </Relations>
    </ConfirmCallDialog>
  )
}

const withFlag = <Input,>(input: Input): Input => ({ ...input, only_with: true })
