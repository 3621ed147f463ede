import { notifications } from '#contract/notifications.ts'
import { call } from '#web/api/call.ts'
import { ConfirmChangeDialog } from '#web/records/change/confirm-change-dialog.tsx'
import { formatCount } from '#web/ui/format.ts'

type RetryDeliveriesDialogProps = { notificationId: string; name: string; failed: number; onClose: () => void }

/** Asks whether to send a message again to the users for whom it failed. */
export const RetryDeliveriesDialog = ({ notificationId, name, failed, onClose }: RetryDeliveriesDialogProps) => (
  <ConfirmChangeDialog
    title="Retry failed"
    text={`Send this message again to the ${formatCount(failed, 'user')} for whom it failed? No one else gets it again.`}
    name={name}
    action="Send again"
    send={(options) => call(notifications.retry, { notification_id: notificationId }, options)}
    onClose={onClose}
  />
)
