import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import type { SignedIn, ticketAnswer } from '#contract/account.ts'
import { OTP_MAX_LENGTH } from '#contract/fields.ts'
import { signIn, TICKET_GONE } from '#contract/sign-in.ts'
import { call } from '#web/api/call.ts'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { OneTimeCodeField } from '#web/ui/account/account-fields.tsx'
import { AccountForm } from '#web/ui/account/account-form.tsx'
import { useClockHint } from './clock-hint.tsx'
import { PasskeyButton } from './passkey-button.tsx'

export type Ticket = z.output<typeof ticketAnswer>

type SecondFactorFormProps = {
  ticket: Ticket
  onSignedIn: (answer: { message: string; data: SignedIn }) => void
  /** Called when the ticket is no longer valid, with what to say of it; with null to sign in as somebody else. */
  onEnded: (reason: string | null) => void
}

type Kind = 'totp' | 'recovery'
const RECOVERY_MAX_LENGTH = 20
const kinds = {
  totp: {
    label: 'Code',
    lead: 'Enter the six digits your authenticator app shows.',
    other: 'Use the authenticator app',
    length: OTP_MAX_LENGTH,
  },
  recovery: {
    label: 'Recovery code',
    lead: 'Enter one of your recovery codes. It works once.',
    other: 'Use a recovery code',
    length: RECOVERY_MAX_LENGTH,
  },
} as const

const fields = z.object({ code: z.string().trim().min(1, 'Code cannot be empty.') })

/** The second step of a sign-in: a code of the authenticator app, a passkey or a recovery code. */
export function SecondFactorForm({ ticket: { ticket, second_factors }, onSignedIn, onEnded }: SecondFactorFormProps) {
  const codes = (['totp', 'recovery'] as const).filter((kind) => second_factors.includes(kind))
  const [kind, setKind] = useState<Kind | undefined>(codes.includes('totp') ? 'totp' : undefined)
  const onRefused = (error: Error) => {
    if (error.message !== TICKET_GONE) return false
    onEnded(error.message)
    return true
  }
  return (
    <Stack gap="md">
      {kind && <CodeForm key={kind} kind={kind} ticket={ticket} onSignedIn={onSignedIn} onRefused={onRefused} />}
      {second_factors.includes('passkey') && (
        <PasskeyButton ticket={ticket} label="Use a passkey" onSignedIn={onSignedIn} onRefused={onRefused} />
      )}
      {codes
        .filter((other) => other !== kind)
        .map((other) => (
          <Button key={other} variant="subtle" onClick={() => setKind(other)}>
            {kinds[other].other}
          </Button>
        ))}
      <Text size="sm" c="dimmed">
        Lost them all? Ask a colleague (Administrators) or the server’s operator to reset your second factors.
      </Text>
      <Anchor component="button" type="button" size="sm" onClick={() => onEnded(null)}>
        Back to login
      </Anchor>
    </Stack>
  )
}

type CodeFormProps = Pick<SecondFactorFormProps, 'onSignedIn'> & {
  kind: Kind
  ticket: string
  onRefused: (error: Error) => boolean
}

function CodeForm({ kind, ticket, onSignedIn, onRefused }: CodeFormProps) {
  const { label, lead, length } = kinds[kind]
  const clock = useClockHint()
  const { form, ...confirm } = useContractForm({
    schema: fields,
    values: { code: '' },
    send: ({ code }) => call(signIn.loginConfirm, { ticket, code }),
    onSent: onSignedIn,
    onRefused: (error) => {
      clock.look(error)
      return onRefused(error)
    },
  })
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={box}>
      <AccountForm label="Second factor" action="CONFIRM" {...confirm}>
        <Text size="sm">{lead}</Text>
        <OneTimeCodeField form={form} name="code" label={label} length={length} numeric={kind === 'totp'} />
        {clock.hint}
      </AccountForm>
    </div>
  )
}
