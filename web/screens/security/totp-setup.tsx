import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { OTP_MAX_LENGTH } from '#contract/fields.ts'
import { secondFactor } from '#contract/sign-in.ts'
import { call } from '#web/api/call.ts'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { OneTimeCodeField } from '#web/ui/account/account-fields.tsx'
import { FormAlert } from '#web/ui/feedback/form-alert.tsx'
import { toastSuccess } from '#web/ui/feedback/toast.ts'
import { lookForLost, useBusy } from './lost-answer.ts'
import { QrCode } from './qr-code.tsx'

/** A key that is not confirmed yet. */
export type TotpKey = { secret: string; uri: string }

const fields = z.object({ code: z.string().trim().min(1, 'Code cannot be empty.') })
const inFours = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret

type TotpSetupProps = {
  totpKey: TotpKey
  /** There is an app already, which this one replaces. */
  hasApp?: boolean
  /** Called with new recovery codes; none if there were some already. */
  onConfirmed: (codes: string[]) => void
  /** Called when a call begins and ends: until then nothing may close, because codes are shown only once. */
  onBusy?: (busy: boolean) => void
  /** What is beside the button that confirms, and where it leads. */
  cancel: { label: string; onClick: () => void }
}

/** Shows the key of an authenticator app and confirms it by its first code. */
export function TotpSetup({ totpKey: { secret, uri }, hasApp = false, onConfirmed, onBusy, cancel }: TotpSetupProps) {
  const { form, alert, busy, onSubmit } = useContractForm({
    schema: fields,
    values: { code: '' },
    send: ({ code }) => call(secondFactor.totpConfirm, { code }),
    onSent: ({ message, data }) => {
      toastSuccess(message)
      onConfirmed(data.recovery_codes)
    },
    onRefused: (error) => {
      if (error.status === 0)
        void lookForLost(
          ({ totp }) => totp && !hasApp,
          () => onConfirmed([]),
        )
      return false
    },
  })
  useBusy(busy, onBusy)
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  return (
    <form ref={box} onSubmit={onSubmit} noValidate aria-label="Set up an authenticator app">
      <FormAlert message={alert} />
      <Stack>
        <Text>Scan this with an authenticator app, then enter the six digits that it shows.</Text>
        <Group align="center" gap="lg">
          <QrCode text={uri} label="Picture of the key to scan" />
          <Stack gap={4} flex={1} miw={180}>
            <Text size="sm" c="dimmed">
              Or type this key into the app:
            </Text>
            <Code block style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
              {inFours(secret)}
            </Code>
          </Stack>
        </Group>
        {/* With the space that the apps show in the middle. */}
        <OneTimeCodeField form={form} name="code" label="Code" length={OTP_MAX_LENGTH + 1} />
      </Stack>
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={cancel.onClick} disabled={busy}>
          {cancel.label}
        </Button>
        <Button type="submit" loading={busy}>
          Confirm
        </Button>
      </Group>
    </form>
  )
}
