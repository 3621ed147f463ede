import { Button } from '@mantine/core'
import { useState } from 'react'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { type TotpKey, TotpSetup } from './totp-setup.tsx'

/** Sets up an authenticator app, and shows the recovery codes that come with the first second factor. */
export function TotpDialog({ totpKey, onClose }: { totpKey: TotpKey; onClose: () => void }) {
  const dialog = useDialog(onClose)
  const [codes, setCodes] = useState<string[]>([])
  const isShowingCodes = codes.length > 0
  return (
    <Dialog
      title={isShowingCodes ? 'Your recovery codes' : 'Set up an authenticator app'}
      dialog={dialog}
      locked={isShowingCodes}
    >
      {isShowingCodes ? (
        <RecoveryCodes codes={codes} onKept={dialog.close} />
      ) : (
        <TotpSetup totpKey={totpKey} onConfirmed={(codes) => (codes.length ? setCodes(codes) : dialog.close())}>
          <Button variant="default" onClick={dialog.close}>
            Cancel
          </Button>
        </TotpSetup>
      )}
    </Dialog>
  )
}
