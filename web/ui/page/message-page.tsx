import { Center, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePageTitle } from './use-page-title.ts'

type MessagePageProps = {
  title: string
  message: string
  /** What the user can do, such as a Retry button. */
  children?: ReactNode
  /** Set when the page is rendered inside the shell instead of filling the window. */
  inside?: boolean
}

/** A page with a single message, such as a 404. */
export function MessagePage({ title, message, children, inside = false }: MessagePageProps) {
  usePageTitle(title)
  return (
    <Center component={inside ? 'div' : 'main'} mih={inside ? '60dvh' : '100dvh'} p="lg">
      <Stack align="center" gap="xs" ta="center" maw={460}>
        <Title order={1} fz={title.length > 5 ? 28 : 64} c="var(--mantine-color-anchor)" tabIndex={-1}>
          {title}
        </Title>
        <Text fz="lg" mb="md">
          {message}
        </Text>
        {children}
      </Stack>
    </Center>
  )
}
