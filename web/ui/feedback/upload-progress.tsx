import { Group, Progress, Text } from '@mantine/core'

/** How much of an upload has gone out: `uploaded` from 0 to 1. */
export function UploadProgress({ uploaded }: { uploaded: number }) {
  const percent = Math.round(uploaded * 100)
  return (
    <Group gap="xs" w="100%">
      <Progress value={percent} flex={1} miw={120} aria-label="Upload" />
      <Text size="sm">{percent}%</Text>
    </Group>
  )
}
