import { Center, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useDocumentTitle } from './document-title.ts'

type MessagePageProps = {
  title: string
  message: string
  /** What the person can do about it. */
  children?: ReactNode
  /** Stands within the frame of the application, not in a window of its own. */
  inside?: boolean
}

/** A page that has one thing to say, with what can be done about it below. */
export function MessagePage({ title, message, children, inside = false }: MessagePageProps) {
  useDocumentTitle(title)
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
