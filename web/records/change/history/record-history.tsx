import { lazy, Suspense } from 'react'
import type { RecordType } from '#contract/kinds.ts'
import type { EarlierVersion } from '#web/forms/drafts.ts'
import { fullNameOf } from '#web/records/shared/row-name.ts'

// A separate chunk, loaded when a history is opened for the first time.
const HistoryDialog = lazy(() => import('./history-dialog.tsx').then((module) => ({ default: module.HistoryDialog })))

type HistoryProps = Parameters<typeof HistoryDialog>[0]

/** The history of one record. */
export const History = (props: HistoryProps) => (
  <Suspense fallback={null}>
    <HistoryDialog {...props} />
  </Suspense>
)

type RecordHistoryProps<Row> = {
  type: RecordType
  /** The open dialog of the screen; any kind but 'history' renders nothing. */
  dialog: { kind: string; row?: Row | undefined } | null
  /** Opens the form with an earlier version; left out where nothing is edited. */
  onEdit?: (request: { kind: 'edit'; row: Row }, version: EarlierVersion) => void
  onClose: () => void
}

/** The history of a row of a list. */
export function RecordHistory<Row extends { _id: string }>({ type, dialog, onEdit, onClose }: RecordHistoryProps<Row>) {
  if (dialog?.kind !== 'history' || !dialog.row) return null
  const { row } = dialog
  return (
    <History
      type={type}
      id={row._id}
      name={fullNameOf(type, row)}
      onBringBack={onEdit && ((version) => onEdit({ kind: 'edit', row }, version))}
      onClose={onClose}
    />
  )
}
