import { Button, Group, Text } from '@mantine/core'
import { ShieldOff } from 'lucide-react'
import { useRef } from 'react'
import type { Administrator } from '#contract/administrators.ts'
import { SecurityRecord } from '#web/records/change/security-record.tsx'
import { fullNameOf } from '#web/records/shared/row-name.ts'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'

type SecurityRecordProps = {
  administrator: Administrator
  /** Opens the question whether to reset the second factors. */
  onReset: () => void
  onClose: () => void
}

/** What happened to the account of a colleague, and a way to help somebody who has lost the second factors. */
export function SecurityRecordDialog({ administrator, onReset, onClose }: SecurityRecordProps) {
  const { _id, name, second_factor, is_me } = administrator
  const resets = useRef(false)
  const dialog = useDialog(() => (resets.current ? onReset() : onClose()))
  return (
    <Dialog title={`Security record of ${fullNameOf('admins', administrator)}`} dialog={dialog} frame="sheet">
      {second_factor && !is_me && (
        <Group justify="space-between" mb="md">
          <Text size="sm">Has {name} lost their phone, passkeys and recovery codes?</Text>
          <Button
            variant="default"
            leftSection={<ShieldOff size={16} aria-hidden />}
            onClick={() => {
              resets.current = true
              dialog.close()
            }}
          >
            Reset second factors
          </Button>
        </Group>
      )}
      <SecurityRecord administratorId={_id} />
    </Dialog>
  )
}
