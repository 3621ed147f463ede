import { Button, Divider, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useRef } from 'react'
import { z } from 'zod'
import type { CallOutput } from '#contract/endpoint.ts'
import { anyPassword } from '#contract/fields.ts'
import { sessions } from '#contract/sign-in.ts'
import { call } from '#web/api/call.ts'
import type { ProofKind } from '#web/api/proof.ts'
import { renewToken } from '#web/api/session.ts'
import { useMe } from '#web/api/use-me.ts'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'
import { FormAlert } from '#web/ui/feedback/form-alert.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { focusPassword } from './focus-password.ts'
import { hasPasskeys } from './has-passkeys.ts'
import { askForPasskey } from './passkeys.ts'

const fields = z.object({ password: anyPassword() })

/** Asks for the password or a passkey. `onAnswer` is called once, when the dialog has closed. */
export function ProofDialog({ kinds, onAnswer }: { kinds: ProofKind[]; onAnswer: (given: boolean) => void }) {
  const given = useRef(false)
  const dialog = useDialog(() => onAnswer(given.current))
  // A server of the former release, which may still run beside a new one, answers without data.
  const done = ({ data }: Partial<CallOutput<typeof sessions.prove>>) => {
    if (data?.token) renewToken(data.token)
    given.current = true
    dialog.close()
  }
  const email = useMe()?.email ?? ''
  const { form, alert, busy, onSubmit } = useContractForm({
    schema: fields,
    values: { password: '' },
    send: ({ password }) => call(sessions.prove, { password }),
    onSent: done,
  })
  const passkey = useMutation({
    meta: { changesRecords: false },
    mutationFn: async () => {
      const { data: options } = await call(sessions.proofOptions, {})
      return call(sessions.prove, { credential: await askForPasskey(options) })
    },
    onSuccess: done,
  })
  const isBusy = busy || passkey.isPending

  return (
    <Dialog title="Confirm it’s you" dialog={dialog} locked={isBusy}>
      <form
        onSubmit={(event) => {
          // The dialog may lie over another form, which React would submit as well.
          event.stopPropagation()
          passkey.reset()
          onSubmit(event)
        }}
        noValidate
        aria-label="Confirm it’s you"
      >
        <FormAlert message={passkey.error?.message ?? alert} />
        <Stack ref={focusPassword}>
          <Text size="sm">For your security, please enter your password again.</Text>
          <input type="email" autoComplete="username" value={email} hidden readOnly />
          <PasswordField form={form} name="password" label="Password" autoComplete="current-password" />
          {kinds.includes('passkey') && hasPasskeys() && (
            <>
              <Divider label="or" />
              <Button
                variant="default"
                leftSection={<KeyRound size={18} aria-hidden />}
                loading={passkey.isPending}
                disabled={busy}
                onClick={() => passkey.mutate()}
              >
                Use a passkey
              </Button>
            </>
          )}
        </Stack>
        <Group justify="flex-end" mt="xl">
          <Button variant="default" onClick={dialog.close} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} disabled={passkey.isPending}>
            Confirm
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
