import { Button, CloseButton, Group, Progress, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatPercent } from '#web/ui/format.ts'

/** A progress bar for what is called `label`; `done` goes from 0 to 1. */
export function WorkProgress({ label, done, children }: { label: string; done: number; children?: ReactNode }) {
  return (
    <Group gap="xs" w="100%" wrap="nowrap">
      <Progress value={Math.round(done * 100)} flex={1} miw={120} aria-label={label} />
      <Text size="sm">{formatPercent(done)}</Text>
      {children}
    </Group>
  )
}

/** A progress bar for an upload; `uploaded` goes from 0 to 1. With `onCancel`, it has a button that ends the upload. */
export const UploadProgress = ({ uploaded, onCancel }: { uploaded: number; onCancel?: () => void }) => (
  <WorkProgress label="Upload" done={uploaded}>
    {onCancel && <CloseButton size="sm" aria-label="Cancel upload" title="Cancel upload" onClick={onCancel} />}
  </WorkProgress>
)

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
