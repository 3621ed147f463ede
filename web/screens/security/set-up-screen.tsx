import { Anchor, Button, Divider, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { KeyRound, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { secondFactor } from '#contract/sign-in.ts'
import { call } from '#web/api/call.ts'
import { hasPasskeys } from '#web/sign-in/has-passkeys.ts'
import { ProofHost } from '#web/sign-in/proof-host.tsx'
import { AccountPage } from '#web/ui/account/account-page.tsx'
import { FormAlert } from '#web/ui/feedback/form-alert.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { type TotpKey, TotpSetup } from './totp-setup.tsx'

type Step = { kind: 'choose' | 'passkey' } | { kind: 'totp'; totpKey: TotpKey } | { kind: 'codes'; codes: string[] }

type SetUpScreenProps = {
  /** Called when a second factor is there and its recovery codes were shown. */
  onDone: () => void
  onLogout: () => void
}

/** Where everybody without a second factor sets one up first, if the operator wants it so. */
export function SetUpScreen({ onDone, onLogout }: SetUpScreenProps) {
  const [step, setStep] = useState<Step>({ kind: 'choose' })
  const begin = useMutation({
    meta: { changesRecords: false },
    mutationFn: () => call(secondFactor.totpBegin, {}),
    onSuccess: ({ data }) => setStep({ kind: 'totp', totpKey: data }),
  })
  const onSetUp = (codes: string[]) => (codes.length ? setStep({ kind: 'codes', codes }) : onDone())
  const back = { label: 'Back', onClick: () => setStep({ kind: 'choose' }) }
  return (
    <AccountPage
      title={step.kind === 'codes' ? 'Your recovery codes' : 'Set up a second factor'}
      lead={step.kind === 'choose' && 'Everyone here signs in with more than a password. Choose what suits you.'}
    >
      {step.kind === 'choose' && (
        <Stack>
          <FormAlert message={begin.error?.message ?? null} />
          <Button
            size="md"
            leftSection={<Smartphone size={18} aria-hidden />}
            loading={begin.isPending}
            onClick={() => begin.mutate()}
          >
            Authenticator app
          </Button>
          {hasPasskeys() && (
            <>
              <Divider label="or" />
              <Button
                size="md"
                variant="default"
                leftSection={<KeyRound size={18} aria-hidden />}
                onClick={() => setStep({ kind: 'passkey' })}
              >
                Passkey
              </Button>
            </>
          )}
        </Stack>
      )}
      {step.kind === 'totp' && <TotpSetup totpKey={step.totpKey} onSetUp={onSetUp} cancel={back} />}
      {step.kind === 'passkey' && <AddPasskey onSetUp={onSetUp} cancel={back} />}
      {step.kind === 'codes' && <RecoveryCodes codes={step.codes} onKept={onDone} />}
      {step.kind !== 'codes' && (
        <Anchor component="button" type="button" size="sm" onClick={onLogout}>
          Logout
        </Anchor>
      )}
      <ProofHost />
    </AccountPage>
  )
}
