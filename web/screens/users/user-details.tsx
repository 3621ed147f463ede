import { Button, Group } from '@mantine/core'
import type { User } from '#contract/users.ts'
import { Dialog, useDialog } from '#web/ui/dialog.tsx'
import { Facts } from '#web/ui/facts.tsx'

export function UserDetails({ user, onClose }: { user: User; onClose: () => void }) {
  const dialog = useDialog(onClose)
  return (
    <Dialog title="User Details" dialog={dialog}>
      <Facts
        facts={[
          ['Name', user.name],
          ['Email', user.email],
          ['Status', user.status ? 'True' : 'False'],
        ]}
      />
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={dialog.close} data-autofocus>
          Close
        </Button>
      </Group>
    </Dialog>
  )
}
