import { Button } from '@mantine/core'
import type { Dealer } from '#contract/dealers.ts'
import { labelsOf } from '#web/records/shared/labels.ts'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'
import { DialogFooter } from '#web/ui/dialog/dialog-footer.tsx'
import { FieldRegistryProvider, useFieldRegistry } from '#web/ui/fields/field-registry.tsx'
import { DealerFields } from './dealer-fields.tsx'
import { dealerValues } from './dealer-form.tsx'
import { DealerMap } from './dealer-map.tsx'

/** The read-only details of a dealer. */
export function DealerDetails({ dealer, onClose }: { dealer: Dealer; onClose: () => void }) {
  const dialog = useDialog(onClose)
  const fields = useFieldRegistry(undefined, labelsOf('dealers'))
  const values = dealerValues(dealer)
  const form = {
    values,
    getInputProps: (name: string) => ({ value: values[name as keyof typeof values], onChange: () => {} }),
    setFieldValue: () => {},
  }
  return (
    <Dialog title={`View Details - ${dealer.name}`} dialog={dialog} frame="drawer">
      <FieldRegistryProvider registry={fields}>
        <DealerFields form={form} record={dealer} disabled map={<DealerMap dealer={dealer} />} />
      </FieldRegistryProvider>
      <DialogFooter>
        <Button variant="default" onClick={dialog.close} data-autofocus>
          Close
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
