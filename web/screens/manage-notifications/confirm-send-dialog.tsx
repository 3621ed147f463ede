import { Text } from '@mantine/core'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { useDialog } from '#web/ui/dialog/dialog.tsx'
import { formatNumber } from '#web/ui/format.ts'
import type { Selection } from './selection.ts'

type ConfirmSendDialogProps = { selection: Selection; title: string; onSend: () => void; onClose: () => void }

/** Asks for confirmation before a message goes to many users. The form then sends it. */
export function ConfirmSendDialog({ selection: { count }, title, onSend, onClose }: ConfirmSendDialogProps) {
  const dialog = useDialog(onClose)
  return (
    <ConfirmDialog
      title="Send Notification"
      dialog={dialog}
      text={`This message goes to ${formatNumber(count)} users and cannot be taken back. Send it?`}
      action="Send"
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
