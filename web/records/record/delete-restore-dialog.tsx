import { lazy, type ReactNode, Suspense } from 'react'
import type { z } from 'zod'
import type { CallOutput, Endpoint } from '#contract/endpoint.ts'
import type { RecordType } from '#contract/kinds.ts'
import type { done, RecordRow } from '#contract/records.ts'

export type ChangeEndpoint = Endpoint<z.ZodType, z.ZodType<z.output<typeof done>>>

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

/** The same while it is open. */
export type OpenDeleteRestore<Row extends RecordRow, E extends ChangeEndpoint> = Omit<
  DeleteRestoreDialogProps<Row, E>,
  'dialog'
> & { kind: 'delete' | 'restore'; row: Row }

const DeleteOrRestore = lazy(async () => {
  const { DeleteOrRestore } = await import('./delete-or-restore.tsx')
  return { default: DeleteOrRestore }
}) as unknown as typeof import('./delete-or-restore.tsx').DeleteOrRestore

/**
 * The confirm dialog for the delete and restore of every soft-deleted record. A conflict is shown and can be
 * overridden.
 */
export function DeleteRestoreDialog<Row extends RecordRow, E extends ChangeEndpoint>({
  dialog,
  ...props
}: DeleteRestoreDialogProps<Row, E>) {
  if (!dialog?.row || (dialog.kind !== 'delete' && dialog.kind !== 'restore')) return null
  return (
    <Suspense fallback={null}>
      <DeleteOrRestore {...props} row={dialog.row} kind={dialog.kind} />
    </Suspense>
  )
}
