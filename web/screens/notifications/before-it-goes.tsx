import { Button, Group } from '@mantine/core'
import { Pencil, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { type Notification, notifications } from '#contract/notifications.ts'
import { call } from '#web/api/call.ts'
import { ConfirmChangeDialog } from '#web/records/change/confirm-change-dialog.tsx'
import { RewriteDialog } from './rewrite-dialog.tsx'

/** Whether a message can still be changed. */
export const canEdit = ({ stage }: Notification) => stage === 'scheduled'
/** Whether there are people who need not get it any more. */
export const canRecall = ({ stage }: Notification) => stage === 'scheduled' || stage === 'going'

export type OpenMessage = { kind: 'edit' | 'recall'; row: Notification } | undefined

/** The dialog that changes a message before it goes, or recalls it. */
export function BeforeItGoes({ open, onClose }: { open: OpenMessage; onClose: () => void }) {
  if (open?.kind === 'edit') return <RewriteDialog notification={open.row} onClose={onClose} />
  if (open?.kind === 'recall') return <RecallDialog notification={open.row} onClose={onClose} />
  return null
}

/** The same as buttons, on the page of the message. */
export function BeforeItGoesButtons({ notification: row }: { notification: Notification }) {
  const [open, setOpen] = useState<OpenMessage>()
  const button = (kind: 'edit' | 'recall', label: string, Icon: typeof Pencil) => (
    <Button
      variant="default"
      size="sm"
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => setOpen({ kind, row })}
    >
      {label}
    </Button>
  )
  return (
    <>
      {canRecall(row) && (
        <Group gap="xs">
          {canEdit(row) && button('edit', 'Edit', Pencil)}
          {button('recall', 'Recall', Undo2)}
        </Group>
      )}
      <BeforeItGoes open={open} onClose={() => setOpen(undefined)} />
    </>
  )
}

/** Asks whether to recall a message from everyone it has not reached. */
const RecallDialog = ({ notification, onClose }: { notification: Notification; onClose: () => void }) => (
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
