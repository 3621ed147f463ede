import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

type CardProps = {
  title: string
  /** What it is for. */
  text?: string
  /** The state in a word or two, beside the title. */
  state?: ReactNode
  /** The buttons, to the right of the text. */
  actions?: ReactNode
  children?: ReactNode
}

/** A card of a screen that is made of several. */
export function Card({ title, text, state, actions, children }: CardProps) {
  return (
    <Paper withBorder p="lg" component="section" aria-label={title}>
      <Group justify="space-between" align="flex-start" gap="md">
        <Stack gap={4} flex={1} miw={220}>
          <Group gap="sm">
            <Title order={2}>{title}</Title>
            {state}
          </Group>
          {text && <Text c="dimmed">{text}</Text>}
        </Stack>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Paper>
  )
}
