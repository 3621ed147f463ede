import { Button, Group, Stack } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useEffectEvent } from 'react'
import { FormAlert, type FormMessage } from '#web/ui/feedback/form-alert.tsx'

/** What a form that sets up a second factor is given by the dialog or page around it. */
export type FactorFormProps = {
  /** Called with new recovery codes; none if there were some already. */
  onSetUp: (codes: string[]) => void
  /** Called when a call begins and ends: until then nothing may close, because codes are shown only once. */
  onBusy?: (busy: boolean) => void
  /** What is beside the button that sends it, and where it leads. */
  cancel: { label: string; onClick: () => void }
}

type FactorFormFrameProps = Omit<FactorFormProps, 'onSetUp'> & {
  /** The accessible name of the form. */
  label: string
  /** The label of the button that sends it. */
  action: string
  alert: FormMessage | null
  busy: boolean
  onSubmit: (event: FormEvent) => void
  children: ReactNode
}

/** The frame of the forms that set up a second factor. */
export function FactorForm({ label, action, alert, busy, onBusy, cancel, onSubmit, children }: FactorFormFrameProps) {
  const tell = useEffectEvent((now: boolean) => onBusy?.(now))
  useEffect(() => {
    tell(busy)
    return () => tell(false)
  }, [busy])
  return (
    <form onSubmit={onSubmit} noValidate aria-label={label}>
      <FormAlert message={alert} />
      <Stack>{children}</Stack>
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={cancel.onClick} disabled={busy}>
          {cancel.label}
        </Button>
        <Button type="submit" loading={busy}>
          {action}
        </Button>
      </Group>
    </form>
  )
}
