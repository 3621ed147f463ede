import { Button, Group, Text } from '@mantine/core'
import { messageOf } from '#web/api/call.ts'

/** Says in place why there is nothing newer to see. */
export const FailedPreview = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <Group role="alert" gap="xs" mb="xs" maw={308} mx="auto" wrap="nowrap" justify="space-between">
    <Text size="sm">{messageOf(error)}</Text>
    <Button variant="default" size="xs" onClick={onRetry} flex="none">
      Retry
    </Button>
  </Group>
)
