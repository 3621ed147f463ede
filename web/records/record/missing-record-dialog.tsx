import { Button, Group, Text } from '@mantine/core'
import { ApiError } from '#web/api/api-error.ts'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'

type MissingRecordDialogProps = { error: Error; onRetry: () => void; onClose: () => void }

/** Says why the record that an address names cannot be shown. */
export function MissingRecordDialog({ error, onRetry, onClose }: MissingRecordDialogProps) {
  const dialog = useDialog(onClose)
  const isGone = error instanceof ApiError && error.status === 404
  return (
    <Dialog title="This record cannot be shown" dialog={dialog}>
      <Text role="alert">{error.message}</Text>
      <Group justify="flex-end" mt="xl">
        {!isGone && (
          <Button variant="default" onClick={onRetry}>
            Retry
          </Button>
        )}
        <Button variant="default" onClick={dialog.close} data-autofocus>
          Close
        </Button>
      </Group>
    </Dialog>
  )
}
