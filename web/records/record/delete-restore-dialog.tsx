import { Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import type { CallInput, CallOutput, Endpoint } from '#contract/endpoint.ts'
import type { RecordKind } from '#contract/kind.ts'
import { kinds, type RecordType } from '#contract/kinds.ts'
import type { done, RecordRow } from '#contract/records.ts'
import { ApiError, call } from '#web/api/call.ts'
import { ConfirmChangeDialog } from '#web/records/change/confirm-change-dialog.tsx'
import { fullNameOf } from '#web/records/shared/row-name.ts'
import { toastSuccess } from '#web/ui/feedback/toast.ts'
import { changedBy } from './changed-by.ts'
import { Relations, useRelations } from './relations.tsx'
import { type Conflict, conflictOf } from './use-record-form.ts'

type ChangeEndpoint = Endpoint<z.ZodType, z.ZodType<z.output<typeof done>>>

type DeleteRestoreDialogProps<Row extends RecordRow, E extends ChangeEndpoint> = {
  type: RecordType
  /** The open dialog of the screen; any kind but 'delete' and 'restore' renders nothing. */
  dialog: { kind: string; row?: Row | undefined } | null
  onClose: () => void
  /** What the title calls the record; as its kind by default. */
  title?: string | undefined
  calls: { delete: E; restore: NoInfer<E> }
  /** What both calls send besides the id and the version. */
  more?: (row: Row) => object
  /** What it looks like, where the name says little. */
  children?: ReactNode
  /** What the row tells of what goes along; shown until the server says more. */
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
  const { type, kind, row, calls, onClose, children } = props
  const { key, name, noun, asked = noun[0] }: RecordKind = kinds[type]
  const relations = useRelations(type, row._id)
  const [onlyWith, setOnlyWith] = useState(false)
  const [conflict, setConflict] = useState<Conflict<Row>>()
  const verb = verbs[kind]
  const current = conflict?.row ?? row
  const input = { ...props.more?.(current), [key]: current._id, version: current.version } as CallInput<E>
  return (
    <ConfirmChangeDialog
      title={`${verb.title} ${props.title ?? name}`}
      text={`Are you sure you want to ${verb.question} this ${asked}?`}
      name={fullNameOf(type, current)}
      action={conflict ? `${verb.title} anyway` : verb.title}
      danger={kind === 'delete'}
      send={(options) =>
        kind === 'delete'
          ? call(calls.delete, input, options)
          : call(calls.restore, onlyWith ? ({ ...(input as object), only_with: true } as CallInput<E>) : input, options)
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
    </ConfirmChangeDialog>
  )
}
