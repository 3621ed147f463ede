import { Button, Group, Stack, Text, ThemeIcon } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog, type useDialog } from './dialog.tsx'

type ConfirmDialogProps = {
  title: string
  dialog: ReturnType<typeof useDialog>
  /** The question that is asked. */
  text: string
  /** The word on the button that goes ahead. */
  action: string
  /** Draws that button in red. */
  danger?: boolean
  cancel?: string
  busy?: boolean
  onConfirm: () => void
  children?: ReactNode
}

/** Asks before something happens: a red warning icon, the question, Cancel (which has the focus) and the way ahead. */
export function ConfirmDialog({ title, dialog, text, action, danger, busy, onConfirm, ...rest }: ConfirmDialogProps) {
  return (
    <Dialog title={title} dialog={dialog} held={busy ?? false}>
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
