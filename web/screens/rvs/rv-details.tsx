import { Button, Group } from '@mantine/core'
import type { Rv } from '#contract/rvs.ts'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'
import { serialNumberOf } from './serial-number.ts'

export function RvDetails({ rv, onClose }: { rv: Rv; onClose: () => void }) {
  const dialog = useDialog(onClose)
  return (
    <Dialog title="View RV Details" dialog={dialog}>
      <DescriptionList
        items={[
          ['Serial Number', serialNumberOf(rv)],
          ['VIN', rv.vin],
          ['RV Type', rv.rv_type],
          ['Year', rv.year_name],
          ['Model', rv.model_name],
          ['Added By', rv.added_by],
          ['Owner’s Email', rv.user_email],
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
