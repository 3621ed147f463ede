import { Alert, Button, Group } from '@mantine/core'
import { Info } from 'lucide-react'
import type { EarlierVersion } from '#web/forms/drafts.ts'
import { formatDateTime, formatNames } from '#web/ui/format.ts'

type VersionNoticeProps = { version: EarlierVersion; onDiscard: () => void }

/** Says that a form shows an earlier version, and leads back to the current values. */
export function VersionNotice({ version: { at, left }, onDiscard }: VersionNoticeProps) {
  return (
    <Alert role="note" variant="light" icon={<Info aria-hidden />} mb="md" p="xs">
      <Group justify="space-between" gap="xs">
        <span>
          {`These are the values from ${formatDateTime(at)}. They are not saved yet.${
            left.length > 0 ? ` Not changed: ${formatNames([...left])}.` : ''
          }`}
        </span>
        <Button size="compact-sm" variant="default" onClick={onDiscard}>
          Back to the current values
        </Button>
      </Group>
    </Alert>
  )
}
