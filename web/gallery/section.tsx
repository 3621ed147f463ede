import { Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A group of parts with a heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" aria-label={title} gap="md" mb={48}>
      <Title order={2}>{title}</Title>
      {children}
    </Stack>
  )
}

/** One part in one state, with the name of the state above it. */
export function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md" miw={0}>
      <Text size="xs" c="dimmed" mb="sm">
        {name}
      </Text>
      {children}
    </Paper>
  )
}
