import { useState } from 'react'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Adds a passkey, and shows the recovery codes that come with the first second factor. */
export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const dialog = useDialog(onClose)
  const [codes, setCodes] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  const isShowingCodes = codes.length > 0
  return (
    <Dialog
      title={isShowingCodes ? 'Your recovery codes' : 'Add a passkey'}
      dialog={dialog}
      locked={busy || isShowingCodes}
      closable={!isShowingCodes}
    >
      {isShowingCodes ? (
        <RecoveryCodes codes={codes} onKept={dialog.close} />
      ) : (
        <AddPasskey
          onBusy={setBusy}
          onAdded={(codes) => (codes.length ? setCodes(codes) : dialog.close())}
          cancel={{ label: 'Cancel', onClick: dialog.close }}
        />
      )}
    </Dialog>
  )
}
