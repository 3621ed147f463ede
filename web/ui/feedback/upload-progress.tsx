import { Group, Progress, Text } from '@mantine/core'
import { formatPercent } from '#web/ui/format.ts'

/** A progress bar for an upload; `uploaded` goes from 0 to 1. */
export function UploadProgress({ uploaded }: { uploaded: number }) {
  return (
    <Group gap="xs" w="100%">
      <Progress value={Math.round(uploaded * 100)} flex={1} miw={120} aria-label="Upload" />
      <Text size="sm">{formatPercent(uploaded)}</Text>
    </Group>
  )
}
