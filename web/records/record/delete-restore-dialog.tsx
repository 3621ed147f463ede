import { lazy, Suspense } from 'react'
import type { RecordRow } from '#contract/records.ts'
import type { ChangeEndpoint, OpenDeleteRestore } from './delete-or-restore.tsx'

type DeleteRestoreDialogProps<Row extends RecordRow, E extends ChangeEndpoint> = Omit<
  OpenDeleteRestore<Row, E>,
  'kind' | 'row'
> & {
  /** The open dialog of the screen; any kind but 'delete' and 'restore' renders nothing. */
  dialog: { kind: string; row?: Row | undefined } | null
}

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
