import { Button, Stack } from '@mantine/core'
import { type FormEvent, type ReactNode, useRef } from 'react'
import { FormAlert } from '#web/ui/feedback/form-alert.tsx'

type AccountFormProps = {
  /** What the form is called, for those who hear it. */
  label: string
  /** What the server said when it refused. */
  alert: string | null
  busy: boolean
  /** The word on the button. */
  action: string
  onSubmit: (event: FormEvent) => void
  children: ReactNode
}

/**
 * The form of a screen for visitors. Its button is always enabled, because a browser may fill in the fields unseen;
 * what is missing is said when it is pressed, and the first wrong field takes the focus.
 */
export function AccountForm({ label, alert, busy, action, onSubmit, children }: AccountFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const submit = (event: FormEvent) => {
    onSubmit(event)
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  return (
    <form ref={form} onSubmit={submit} noValidate aria-label={label}>
      <FormAlert message={alert} />
      <Stack gap="md">
        {children}
        <Button type="submit" loading={busy} fullWidth size="md" mt="xs">
          {action}
        </Button>
      </Stack>
    </form>
  )
}
