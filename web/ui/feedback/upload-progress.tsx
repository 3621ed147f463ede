import { Button, CloseButton, Group, Progress, Text } from '@mantine/core'
import { formatPercent } from '#web/ui/format.ts'

/** A progress bar for an upload; `uploaded` goes from 0 to 1. With `onCancel`, it has a button that ends the upload. */
export function UploadProgress({ uploaded, onCancel }: { uploaded: number; onCancel?: () => void }) {
  return (
    <Group gap="xs" w="100%" wrap="nowrap">
      <Progress value={Math.round(uploaded * 100)} flex={1} miw={120} aria-label="Upload" />
      <Text size="sm">{formatPercent(uploaded)}</Text>
      {onCancel && <CloseButton size="sm" aria-label="Cancel upload" title="Cancel upload" onClick={onCancel} />}
    </Group>
  )
}

/** Says that an upload did not come to its end, and offers to try it again. */
export const FailedUpload = ({ onRetry, onDismiss }: { onRetry: () => void; onDismiss: () => void }) => (
  <Group gap="xs" wrap="nowrap">
    <Text size="sm">Not uploaded.</Text>
    <Button size="compact-xs" variant="default" onClick={onRetry}>
      Try again
    </Button>
    <CloseButton size="sm" aria-label="Dismiss" onClick={onDismiss} />
  </Group>
)
