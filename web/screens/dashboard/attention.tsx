import { Button, Group, Paper, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { Condition } from '#contract/system.ts'
import { screens } from '#web/navigation/screens.ts'
import { conditionEntry } from '#web/ui/page/condition-entry.tsx'
import { Entries } from '#web/ui/page/entries.tsx'

/** What about the installation needs attention, and the way to where it is dealt with. */
export function Attention({ conditions }: { conditions: Condition[] }) {
  return (
    <Paper component="section" withBorder p="lg" mb="md" aria-labelledby="attention">
      <Group justify="space-between" align="baseline" gap="xs">
        <Title order={2} size="h4" id="attention">
          Attention
        </Title>
        <Button component={Link} to={screens.system.path} variant="subtle" size="compact-sm">
          Open System
        </Button>
      </Group>
      <Entries label="Attention" entries={conditions.map((condition) => conditionEntry(condition))} />
    </Paper>
  )
}
