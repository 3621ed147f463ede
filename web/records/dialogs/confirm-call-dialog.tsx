import { List, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { ApiError } from '#web/api/call.ts'
import { useOnceKey } from '#web/forms/idempotency-key.ts'
import { useRefresh } from '#web/records/refresh.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { useDialog } from '#web/ui/dialog/dialog.tsx'
import { FormAlert } from '#web/ui/feedback/form-alert.tsx'
import { toastSuccess } from '#web/ui/feedback/toast.ts'

type CallQuestionProps = {
  title: string
  /** The question, and what it is about. */
  text: string
  name: string
  action: string
  danger?: boolean
  /** Makes the call; `onceKey` belongs into one that sends. */
  send: (onceKey: string) => Promise<{ message: string }>
  /** The lists in which the change shows; read again after a failure too, as nobody knows what they hold then. */
  refresh: Endpoint[]
  onClose: () => void
  children?: ReactNode
}

/** Asks before a call that is no plain delete or restore, says what the server answered, and sends it once however often it is pressed. */
export function CallQuestion({ send, refresh, onClose, name, children, ...question }: CallQuestionProps) {
  const dialog = useDialog(onClose)
  const refreshLists = useRefresh()
  const onceKey = useOnceKey()
  const sending = useRef(false)
  const change = useMutation({
    mutationFn: () => send(onceKey.keyFor({})),
    networkMode: 'always',
    onSuccess: ({ message }) => {
      toastSuccess(message)
      dialog.close()
    },
    onSettled: (answer) => {
      refreshLists(refresh)
      // After success the question fades out, and must not be answered again meanwhile.
      if (!answer) sending.current = false
    },
  })
  const confirm = () => {
    if (sending.current) return
    sending.current = true
    change.mutate()
  }
  return (
    <ConfirmDialog {...question} dialog={dialog} busy={change.isPending} onConfirm={confirm}>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      {children}
      <RefusalAlert error={change.error} />
    </ConfirmDialog>
  )
}

/** What the server said when it refused, with the field errors that say more than its sentence. */
export function RefusalAlert({
  error,
  message = error?.message ?? null,
}: {
  error: Error | null
  message?: string | null
}) {
  const fieldErrors = error instanceof ApiError ? fieldMessages(error) : []
  return (
    <FormAlert message={message}>
      {fieldErrors.length > 0 && (
        <List size="sm">
          {fieldErrors.map((text) => (
            <List.Item key={text}>{text}</List.Item>
          ))}
        </List>
      )}
    </FormAlert>
  )
}

function fieldMessages({ body }: ApiError) {
  const { general: _shownAsToast, ...fields } = body.errors ?? {}
  return Object.values(fields)
    .flat()
    .filter((message) => message !== body.message)
}
