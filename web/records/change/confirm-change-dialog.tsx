import { ConfirmCallDialog } from '#web/forms/confirm-call-dialog.tsx'
import { type Changed, toastChange } from './toast-change.tsx'

/** A confirm dialog whose call changes records: offers to undo that afterwards. */
export const ConfirmChangeDialog = <Answer extends Changed>(props: Parameters<typeof ConfirmCallDialog<Answer>>[0]) => (
  <ConfirmCallDialog announce={toastChange} {...props} />
)
