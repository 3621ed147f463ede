import { Switch, VisuallyHidden } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { type User, users } from '#contract/users.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { whenOnline } from '#web/forms/when-online.ts'
import { toastChange } from '#web/records/change/toast-change.tsx'
import { toastError } from '#web/ui/feedback/toast.ts'
import classes from './status-switch.module.css'

/**
 * The switch of a user's status. Turning on makes the call; turning off calls `onTurnOff`, which asks for confirmation.
 * It shows the status in the list, which is read again after either.
 */
export function StatusSwitch({ user, onTurnOff }: { user: User; onTurnOff: () => void }) {
  const turning = useRef(false)
  const turnOn = useMutation({
    mutationFn: () => call(users.changeStatus, { user_id: user._id, status: true }),
    onSuccess: (answer) => toastChange(answer),
    onError: (error) => {
      // Status 0 is shown by web/app/query-client.ts.
      if (!(error instanceof ApiError && error.status === 0)) toastError(error.message)
    },
    onSettled: () => {
      turning.current = false
    },
  })

  function press() {
    if (user.status) return onTurnOff()
    if (turning.current) return
    whenOnline(() => {
      turning.current = true
      turnOn.mutate()
    })
  }

  const isOn = user.status || turnOn.isPending
  return (
    <>
      <Switch
        className={classes.switch ?? ''}
        label={<VisuallyHidden>{`${user.name} is active`}</VisuallyHidden>}
        checked={isOn}
        aria-busy={turnOn.isPending || undefined}
        onChange={press}
        tabIndex={-1}
        size="sm"
        styles={{ track: { cursor: 'pointer' } }}
      />
      <span className={classes.word} aria-hidden>
        {isOn ? 'Active' : 'Inactive'}
      </span>
    </>
  )
}
