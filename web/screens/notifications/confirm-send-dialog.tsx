import { Text } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { useDialog } from '#web/ui/dialog/dialog.tsx'
import type { Recipients } from './selection.ts'
import { sendQuestion } from './selection-words.ts'

type ConfirmSendDialogProps = { selection: Recipients; title: string; onSend: () => void; onClose: () => void }

/**
 * Asks for confirmation before a message goes to many users, or to all that match, who are counted again. The form then
 * sends it.
 */
export function ConfirmSendDialog({ selection, title, onSend, onClose }: ConfirmSendDialogProps) {
  const dialog = useDialog(onClose)
  const recount = useEffectEvent(() => selection.all && void selection.recount())
  useEffect(() => void recount(), [])
  return (
    <ConfirmDialog
      title="Send notification"
      dialog={dialog}
      text={selection.isCounting ? 'Counting the recipients…' : sendQuestion(selection)}
      action="Send"
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
