import { Button, Group, Paper, Stack, Title } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { formKeys } from '#web/forms/form-keys.ts'
import { FormAlert, type FormMessage } from '#web/ui/feedback/form-alert.tsx'

type AccountCardProps = {
  title: string
  alert: FormMessage | null
  busy: boolean
  valid: boolean
  onSubmit: (event: FormEvent) => void
  onCancel: () => void
  /** Ends the running request. */
  stop: () => void
  children: ReactNode
}

export function AccountCard({ title, alert, busy, valid, onSubmit, onCancel, stop, children }: AccountCardProps) {
  return (
    <Paper withBorder p="lg" component="section" aria-label={title}>
      <Title order={2} mb="md">
        {title}
      </Title>
      <form onSubmit={onSubmit} {...formKeys} noValidate aria-label={title}>
        <FormAlert message={alert} />
        <Stack>{children}</Stack>
        <Group justify="flex-end" mt="xl">
          <Button variant="default" onClick={busy ? stop : onCancel}>
            Cancel
          </Button>
          <Button type="submit" disabled={!valid} loading={busy}>
            Save
          </Button>
        </Group>
      </form>
    </Paper>
  )
}
