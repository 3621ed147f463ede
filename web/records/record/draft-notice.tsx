import { Alert, Button, Group, VisuallyHidden } from '@mantine/core'
import { Info } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'

type DraftNoticeProps = {
  /** What came back, where it is more than what was typed. */
  children?: ReactNode
  onDiscard: () => void
}

/** Until a screen reader has read out where it is. */
const LATER_MS = 500

/** Says that a form starts with what was typed into it before, also to those who do not see it. */
export function DraftNotice({ children = 'What you typed before was kept.', onDiscard }: DraftNoticeProps) {
  const [isSaid, setIsSaid] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSaid(true), LATER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Alert role="note" variant="light" icon={<Info aria-hidden />} mb="md" p="xs">
      <VisuallyHidden aria-live="polite">{isSaid ? 'This form starts with what you typed before.' : ''}</VisuallyHidden>
      <Group justify="space-between" gap="xs">
        <span>{children}</span>
        <Button size="compact-sm" variant="default" onClick={onDiscard}>
          Discard
        </Button>
      </Group>
    </Alert>
  )
}
