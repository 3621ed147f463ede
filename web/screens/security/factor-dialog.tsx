import { type ReactNode, useState } from 'react'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'
import type { FactorFormProps } from './factor-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type FactorDialogProps = {
  title: string
  onClose: () => void
  /** Renders the form that sets the second factor up. */
  children: (form: FactorFormProps) => ReactNode
}

/** Sets up a second factor, and shows the recovery codes that come with the first one. */
export function FactorDialog({ title, onClose, children }: FactorDialogProps) {
  const dialog = useDialog(onClose)
  const [codes, setCodes] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  const isShowingCodes = codes.length > 0
  return (
    <Dialog
      title={isShowingCodes ? 'Your recovery codes' : title}
      dialog={dialog}
      locked={busy || isShowingCodes}
      closable={!isShowingCodes}
    >
      {isShowingCodes ? (
        <RecoveryCodes codes={codes} onKept={dialog.close} />
      ) : (
        children({
          onBusy: setBusy,
          onSetUp: (codes) => (codes.length ? setCodes(codes) : dialog.close()),
          cancel: { label: 'Cancel', onClick: dialog.close },
        })
      )}
    </Dialog>
  )
}
