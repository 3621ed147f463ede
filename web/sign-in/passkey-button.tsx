import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import type { SignedIn } from '#contract/account.ts'
import { confirmByPasskey, optionsOf } from './sign-in-calls.ts'

type PasskeyButtonProps = {
  /** The ticket of a sign-in whose second factor it is; without one it signs in without a password. */
  ticket?: string
  label?: string
  onSignedIn: (answer: { message: string; data: SignedIn }) => void
  /** Called first with an error; returns true when it has handled it. */
  onRefused?: (error: Error) => boolean
}

/** Signs in with a passkey. What goes wrong is said below the button. */
export function PasskeyButton({ ticket, label = 'Sign in with a passkey', onSignedIn, onRefused }: PasskeyButtonProps) {
  const signIn = useMutation({
    meta: { changesRecords: false },
    mutationFn: async () => confirmByPasskey(await optionsOf(ticket)),
    onSuccess: onSignedIn,
    onError: (error) => {
      if (onRefused?.(error)) signIn.reset()
    },
  })
  return (
    <div>
      <Button
        variant="default"
        fullWidth
        size="md"
        leftSection={<KeyRound size={18} aria-hidden />}
        loading={signIn.isPending}
        onClick={() => signIn.mutate()}
      >
        {label}
      </Button>
      {signIn.error && (
        <Text role="alert" size="sm" c="red" mt="xs" ta="center">
          {signIn.error.message}
        </Text>
      )}
    </div>
  )
}
