import { Text } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import type { Notification } from '#contract/notifications.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { useDialog } from '#web/ui/dialog/dialog.tsx'
import type { Recipients } from './selection.ts'
import { sendQuestion } from './selection-words.ts'
import { whenInWords } from './when-sent.tsx'

type ConfirmSendDialogProps = {
  selection: Recipients
  title: string
  /** When it goes; without a time at once. */
  when: Pick<Notification, 'send_at' | 'local_time'>
  onSend: () => void
  onClose: () => void
}

/**
 * Asks for confirmation before a message goes to many users, or to all that match, who are counted again. The form then
 * sends it.
 */
export function ConfirmSendDialog({ selection, title, when, onSend, onClose }: ConfirmSendDialogProps) {
  const dialog = useDialog(onClose)
  const recount = useEffectEvent(() => selection.all && void selection.recount())
  useEffect(() => void recount(), [])
  return (
    <ConfirmDialog
      title="Send notification"
      dialog={dialog}
      text={
        selection.isCounting
          ? 'Counting the recipients…'
          : sendQuestion(selection, when.send_at ? whenInWords(when) : undefined)
      }
      action={when.send_at ? 'Schedule' : 'Send'}
      disabled={selection.isCounting || !selection.count}
      onConfirm={() => {
        dialog.close()
        onSend()
      }}
    >
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {title}
      </Text>
    </ConfirmDialog>
  )
}
