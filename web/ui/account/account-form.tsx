import { Button, Stack } from '@mantine/core'
import { type FormEvent, type ReactNode, useRef } from 'react'
import { FormAlert, type FormMessage } from '#web/ui/feedback/form-alert.tsx'

type AccountFormProps = {
  /** The accessible name of the form. */
  label: string
  /** What the server says against it. */
  alert: FormMessage | null
  busy: boolean
  /** The label of the submit button. */
  action: string
  onSubmit: (event: FormEvent) => void
  children: ReactNode
}

/**
 * The form of a screen for visitors. The button is always enabled, because autofill may not be visible to scripts; on
 * submit, errors appear at the fields and the first invalid field is focused.
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
