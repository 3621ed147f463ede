import { Button, Group, Text } from '@mantine/core'

type ReplacedSelectionProps = {
  /** What was selected before: '2 users'. */
  what: string
  onBringBack: () => void
}

/** Says that selecting all who match replaced an earlier selection, and brings that back. */
export const ReplacedSelection = ({ what, onBringBack }: ReplacedSelectionProps) => (
  <Group gap="xs">
    <Text component="output" size="sm">
      This replaced the {what} selected before.
    </Text>
    <Button variant="default" size="compact-sm" onClick={onBringBack}>
      Bring back
    </Button>
  </Group>
)
