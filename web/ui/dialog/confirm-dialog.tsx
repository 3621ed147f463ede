import { Button, Group, Stack, Text, ThemeIcon } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog, type useDialog } from './dialog.tsx'

type ConfirmDialogProps = {
  title: string
  dialog: ReturnType<typeof useDialog>
  /** The question. */
  text: string
  /** The label of the confirm button. */
  action: string
  /** Makes the confirm button red. */
  danger?: boolean
  cancel?: string
  busy?: boolean
  onConfirm: () => void
  children?: ReactNode
}

/**
 * Asks for confirmation: a warning icon, the question, Cancel (focused first) and the confirm button. It makes no call
 * itself.
 */
export function ConfirmDialog({ title, dialog, text, action, danger, busy, onConfirm, ...rest }: ConfirmDialogProps) {
  return (
    <Dialog title={title} dialog={dialog} locked={busy ?? false}>
      <Group wrap="nowrap" align="flex-start" gap="md">
        <ThemeIcon color="red" size={44} radius="xl">
          <TriangleAlert aria-hidden />
        </ThemeIcon>
        <Stack gap="xs" flex={1} miw={0} pt={4}>
          <Text>{text}</Text>
          {rest.children}
        </Stack>
      </Group>
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={dialog.close} disabled={busy ?? false} data-autofocus>
          {rest.cancel ?? 'Cancel'}
        </Button>
        <Button color={danger ? 'red' : undefined} onClick={onConfirm} loading={busy ?? false}>
          {action}
        </Button>
      </Group>
    </Dialog>
  )
}
