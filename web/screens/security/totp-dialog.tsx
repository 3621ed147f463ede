import { useState } from 'react'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { type TotpKey, TotpSetup } from './totp-setup.tsx'

type TotpDialogProps = {
  totpKey: TotpKey
  /** There is an app already, which this one replaces. */
  hasApp: boolean
  onClose: () => void
}

/** Sets up an authenticator app, and shows the recovery codes that come with the first second factor. */
export function TotpDialog({ totpKey, hasApp, onClose }: TotpDialogProps) {
  const dialog = useDialog(onClose)
  const [codes, setCodes] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  const isShowingCodes = codes.length > 0
  return (
    <Dialog
      title={isShowingCodes ? 'Your recovery codes' : 'Set up an authenticator app'}
      dialog={dialog}
      locked={busy || isShowingCodes}
      closable={!isShowingCodes}
    >
      {isShowingCodes ? (
        <RecoveryCodes codes={codes} onKept={dialog.close} />
      ) : (
        <TotpSetup
          totpKey={totpKey}
          hasApp={hasApp}
          onBusy={setBusy}
          onConfirmed={(codes) => (codes.length ? setCodes(codes) : dialog.close())}
          cancel={{ label: 'Cancel', onClick: dialog.close }}
        />
      )}
    </Dialog>
  )
}
