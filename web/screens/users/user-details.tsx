import { Button, Group } from '@mantine/core'
import type { User } from '#contract/users.ts'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'

export function UserDetails({ user, onClose }: { user: User; onClose: () => void }) {
  const dialog = useDialog(onClose)
  return (
    <Dialog title="User Details" dialog={dialog}>
      <DescriptionList
        items={[
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
