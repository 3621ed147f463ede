import { Code, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { encode } from 'uqr'
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

const QUIET_ZONE = 2

/** A text as a QR code, black on white in both themes, so that cameras can read it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <figure aria-label={label} style={{ margin: 0, lineHeight: 0 }}>
      <svg viewBox={`0 0 ${size} ${size}`} width={200} height={200} shapeRendering="crispEdges" aria-hidden>
        <path fill="var(--mantine-color-white)" d={`M0 0h${size}v${size}h-${size}z`} />
        <path fill="var(--mantine-color-black)" d={squares.join('')} />
      </svg>
    </figure>
  )
}
