import { type Notification, notifications } from '#contract/notifications.ts'
import { call } from '#web/api/call.ts'
import { ConfirmChangeDialog } from '#web/records/change/confirm-change-dialog.tsx'

/** Asks whether to recall a message from everyone it has not reached. */
export const RecallDialog = ({ notification, onClose }: { notification: Notification; onClose: () => void }) => (
  <ConfirmChangeDialog
    title="Recall notification"
    text={
      notification.stage === 'going'
        ? 'Some have got this message already. Recall it from all others?'
        : 'This message then goes to nobody. Recall it?'
    }
    name={notification.title}
    action="Recall"
    send={(options) => call(notifications.recall, { notification_id: notification._id }, options)}
    onClose={onClose}
  />
)
