import { Button } from '@mantine/core'
import type { Rv } from '#contract/rvs.ts'
import { RecordLink } from '#web/records/change/record-link.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'
import { DialogFooter } from '#web/ui/dialog/dialog-footer.tsx'
import { NO_OWNER } from './no-owner.ts'
import { serialNumberOf } from './serial-number.ts'

export function RvDetails({ rv, onClose }: { rv: Rv; onClose: () => void }) {
  const dialog = useDialog(onClose)
  return (
    <Dialog title="View RV Details" dialog={dialog}>
      <DescriptionList
        items={[
          ['Serial Number', serialNumberOf(rv)],
          ['VIN', rv.vin],
          ['RV Type', <RecordLink key="type" type="rv_types" to={rv.category} />],
          ['Year', <RecordLink key="year" type="years" to={rv.year} />],
          ['Model', <RecordLink key="model" type="models" to={rv.model} />],
          ['Added By', rv.user ? <RecordLink key="owner" type="users" to={rv.user} /> : NO_OWNER],
          ['Owner’s email', rv.user_email],
        ]}
      />
      <DialogFooter>
        <Button variant="default" onClick={dialog.close} data-autofocus>
          Close
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
