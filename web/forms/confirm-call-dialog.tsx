import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { StoppedError } from '#web/api/call.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { useDialog } from '#web/ui/dialog/dialog.tsx'
import { FormAlert } from '#web/ui/feedback/form-alert.tsx'
import { toastSuccess } from '#web/ui/feedback/toast.ts'
import { ApiErrorAlert } from './api-error-alert.tsx'
import { useIdempotencyKey } from './idempotency-key.ts'
import { sendWhenConnected, waitsForConnection } from './send-when-connected.ts'
import { untilStopped } from './until-stopped.ts'
import type { SendOptions } from './use-contract-form.ts'

type ConfirmCallDialogProps<Answer extends { message: string }> = {
  title: string
  /** The question. */
  text: string
  /** The name of the record it is about. */
  name: string
  /** The label of the button that makes the call. */
  action: string
  danger?: boolean
  /** It cannot be confirmed, or not yet. */
  disabled?: boolean
  /** Instead of the warning. */
  icon?: ReactNode
  /** Makes the call with these options. The key is the same for every attempt of this dialog. */
  send: (options: SendOptions) => Promise<Answer>
  /** Says that it was done; shows the answer's message by default. */
  announce?: (answer: Answer) => void
  onSuccess?: (answer: Answer) => void
  onError?: (error: Error) => void
  /** Shown instead of the message of the error. */
  errorMessage?: (error: Error) => string | undefined
  onClose: () => void
  children?: ReactNode
}

/**
 * A confirm dialog that makes a call: shows the answer's message as a toast and closes, or shows the error and stays
 * open. Cancel stops a running call and stays open to say what is not known. However often the button is pressed, one
 * call runs at a time, and none after success; meanwhile the dialog says what was confirmed.
 */
export function ConfirmCallDialog<Answer extends { message: string }>({
  send,
  announce = ({ message }) => toastSuccess(message),
  onSuccess,
  onError,
  errorMessage,
  onClose,
  ...asked
}: ConfirmCallDialogProps<Answer>) {
  const dialog = useDialog(onClose)
  const idempotencyKey = useIdempotencyKey()
  const [waits, setWaits] = useState(false)
  const running = useRef<AbortController>(null)
  // What it is about may be gone before the dialog has faded out.
  const [confirmed, setConfirmed] = useState<typeof asked>()
  const { name, children, ...confirm } = confirmed ?? asked
  const mutation = useMutation({
    mutationFn: (signal: AbortSignal) =>
      idempotencyKey.send({}, (idempotencyKey) =>
        untilStopped(
          sendWhenConnected(() => send({ idempotencyKey, signal }), { signal, onWaiting: setWaits }),
          signal,
        ),
      ),
    onSuccess: (answer) => {
      announce(answer)
      onSuccess?.(answer)
      dialog.close()
    },
    onError: (error) => {
      running.current = null
      setConfirmed(undefined)
      onError?.(error)
    },
  })
  const onConfirm = () => {
    if (running.current) return
    running.current = new AbortController()
    setConfirmed(asked)
    mutation.mutate(running.current.signal)
  }
  const onStop = () => running.current?.abort(new StoppedError())
  return (
    <ConfirmDialog {...confirm} dialog={dialog} busy={mutation.isPending} onConfirm={onConfirm} onStop={onStop}>
      {name && (
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
      )}
      {children}
      {waits && <FormAlert message={waitsForConnection('done')} />}
      {mutation.error && <ApiErrorAlert error={mutation.error} message={errorMessage?.(mutation.error)} />}
    </ConfirmDialog>
  )
}
