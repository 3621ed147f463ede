import { Button, Group, Text } from '@mantine/core'

/** Says in place why there is nothing newer to see. */
export const FailedPreview = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <Group role="alert" gap="xs" mb="xs" maw={308} mx="auto" wrap="nowrap" justify="space-between">
    <Text size="sm">{error.message}</Text>
    <Button variant="default" size="xs" onClick={onRetry} flex="none">
      Retry
    </Button>
  </Group>
)
