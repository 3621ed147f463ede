import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type SecondFactorStatus, secondFactor } from '#contract/sign-in.ts'
import { call } from '#web/api/call.ts'
import { ConfirmChangeDialog } from '#web/records/change/confirm-change-dialog.tsx'
import { StatusBadge } from '#web/records/list/columns/columns.tsx'
import { FormAlert } from '#web/ui/feedback/form-alert.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { FactorDialog } from './factor-dialog.tsx'
import { RemoveFactorButton } from './remove-factor-button.tsx'
import { type TotpKey, TotpSetup } from './totp-setup.tsx'

/** Sets up and removes the authenticator app. */
export function TotpCard({ status }: { status: SecondFactorStatus }) {
  const [totpKey, setTotpKey] = useState<TotpKey>()
  const [removing, setRemoving] = useState(false)
  const begin = useMutation({
    meta: { changesRecords: false },
    mutationFn: () => call(secondFactor.totpBegin, {}),
    onSuccess: ({ data }) => setTotpKey(data),
  })
  const isLast = status.required && status.passkeys.length === 0
  return (
    <Card
      title="Authenticator app"
      state={<StatusBadge active={status.totp} label={status.totp ? 'On' : 'Off'} />}
      text="An app on your phone shows six digits that change every 30 seconds. You enter them after your password when you sign in."
      actions={
        <>
          <Button variant={status.totp ? 'default' : 'filled'} onClick={() => begin.mutate()} loading={begin.isPending}>
            {status.totp ? 'Set up on another phone' : 'Set up'}
          </Button>
          {status.totp && <RemoveFactorButton isLast={isLast} onClick={() => setRemoving(true)} />}
        </>
      }
    >
      <FormAlert message={begin.error?.message ?? null} />
      {totpKey && (
        <FactorDialog title="Set up an authenticator app" onClose={() => setTotpKey(undefined)}>
          {(form) => <TotpSetup totpKey={totpKey} hasApp={status.totp} {...form} />}
        </FactorDialog>
      )}
      {removing && (
        <ConfirmChangeDialog
          title="Remove authenticator app"
          text="Are you sure you want to remove the authenticator app? Signing in will no longer ask for its codes."
          name="Authenticator app"
          action="Remove"
          danger
          send={(options) => call(secondFactor.totpRemove, {}, options)}
          onClose={() => setRemoving(false)}
        />
      )}
    </Card>
  )
}
