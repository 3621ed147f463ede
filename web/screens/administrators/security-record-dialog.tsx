import type { Administrator } from '#contract/administrators.ts'
import { SecurityRecord } from '#web/screens/security/security-record.tsx'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'

/** What happened to the account of a colleague. */
export function SecurityRecordDialog({
  administrator,
  onClose,
}: {
  administrator: Administrator
  onClose: () => void
}) {
  const dialog = useDialog(onClose)
  return (
    <Dialog title={`Security record of ${administrator.name}`} dialog={dialog} frame="drawer">
      <SecurityRecord administratorId={administrator._id} />
    </Dialog>
  )
}
