import { BulkDialog } from '#web/records/change/bulk/bulk-dialog.tsx'
import type { BulkDialogProps } from '#web/records/list/selection/selection-bar.tsx'
import { SetFieldDialog } from './set-field-dialog.tsx'

/** Asks for what an action on all selected rows needs to know. */
export const BulkDialogs = (props: BulkDialogProps) =>
  props.action.action === 'set' ? <SetFieldDialog {...props} /> : <BulkDialog {...props} />
