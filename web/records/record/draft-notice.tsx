import { Alert, Button, Group } from '@mantine/core'
import { Info } from 'lucide-react'
import type { ReactNode } from 'react'

type DraftNoticeProps = {
  /** What came back, where it is more than what was typed. */
  children?: ReactNode
  onDiscard: () => void
}

/** Says that a form starts with what was typed into it before. */
export const DraftNotice = ({ children = 'What you typed before was kept.', onDiscard }: DraftNoticeProps) => (
  <Alert role="note" variant="light" icon={<Info aria-hidden />} mb="md" p="xs">
    <Group justify="space-between" gap="xs">
      <span>{children}</span>
      <Button size="compact-sm" variant="default" onClick={onDiscard}>
        Discard
      </Button>
    </Group>
  </Alert>
)
