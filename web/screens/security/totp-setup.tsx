import { Code, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { OTP_MAX_LENGTH } from '#contract/fields.ts'
import { secondFactor } from '#contract/sign-in.ts'
import { call } from '#web/api/call.ts'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { useClockHint } from '#web/sign-in/clock-hint.tsx'
import { OneTimeCodeField } from '#web/ui/account/account-fields.tsx'
import { toastSuccess } from '#web/ui/feedback/toast.ts'
import { FactorForm, type FactorFormProps } from './factor-form.tsx'
import { lookForLost } from './lost-answer.ts'
import { QrCode } from './qr-code.tsx'

/** A key that is not confirmed yet. */
export type TotpKey = { secret: string; uri: string }

const fields = z.object({ code: z.string().trim().min(1, 'Code cannot be empty.') })
const inFours = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret

type TotpSetupProps = FactorFormProps & {
  totpKey: TotpKey
  /** There is an app already, which this one replaces. */
  hasApp?: boolean
}

/** Shows the key of an authenticator app and confirms it by its first code. */
export function TotpSetup({ totpKey: { secret, uri }, hasApp = false, onSetUp, ...frame }: TotpSetupProps) {
  const clock = useClockHint()
  const { form, alert, busy, onSubmit } = useContractForm({
    schema: fields,
    values: { code: '' },
    send: ({ code }) => call(secondFactor.totpConfirm, { code }),
    onSent: ({ message, data }) => {
      toastSuccess(message)
      onSetUp(data.recovery_codes)
    },
    onRefused: (error) => {
      clock.look(error)
      if (error.status === 0)
        void lookForLost(
          ({ totp }) => totp && !hasApp,
          () => onSetUp([]),
        )
      return false
    },
  })
  const code = useRef<HTMLDivElement>(null)
  useEffect(() => code.current?.querySelector('input')?.focus(), [])
  return (
    <FactorForm label="Set up an authenticator app" action="Confirm" {...{ alert, busy, onSubmit }} {...frame}>
      <Text>Scan this with an authenticator app, then enter the six digits it shows.</Text>
      <Group align="center" gap="lg">
        <QrCode text={uri} label="QR code of the key" />
        <Stack gap={4} flex={1} miw={180}>
          <Text size="sm" c="dimmed">
            Or type this key into the app:
          </Text>
          <Code block style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
            {inFours(secret)}
          </Code>
        </Stack>
      </Group>
      <div ref={code}>
        {/* With the space that the apps show in the middle. */}
        <OneTimeCodeField form={form} name="code" label="Code" length={OTP_MAX_LENGTH} />
      </div>
      {clock.hint}
    </FactorForm>
  )
}
