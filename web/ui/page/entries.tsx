import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { WarningText } from '#web/ui/warning-text.tsx'
import classes from './entries.module.css'

type Entry = {
  id: string
  icon: ReactNode
  title: ReactNode
  /** A word beside the title. */
  badge?: ReactNode
  /** What is known about it, a sentence each. */
  lines: string[]
  /** What somebody should act on, a sentence each. */
  warnings?: string[]
  action?: ReactNode
}

/** A list of things with a sentence or two each, which fits on phones as well. */
export function Entries({ label, entries }: { label: string; entries: Entry[] }) {
  return (
    <ul aria-label={label} className={classes.entries}>
      {entries.map(({ id, icon, title, badge, lines, warnings = [], action }) => (
        <li key={id} className={classes.entry}>
          <span className={classes.icon}>{icon}</span>
          <Stack gap={2} className={classes.words}>
            <Group gap="xs">
              <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                {title}
              </Text>
              {badge}
            </Group>
            {lines.map((line) => (
              <Text key={line} size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {line}
              </Text>
            ))}
            {warnings.map((warning) => (
              <Text key={warning} size="sm" style={{ overflowWrap: 'anywhere' }}>
                <WarningText>{warning}</WarningText>
              </Text>
            ))}
          </Stack>
          {action && <div className={classes.action}>{action}</div>}
        </li>
      ))}
    </ul>
  )
}
