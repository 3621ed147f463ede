import { Button, Group, Stack, Text, ThemeIcon } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog, type useDialog } from './dialog.tsx'
import { DialogFooter } from './dialog-footer.tsx'

type ConfirmDialogProps = {
  title: string
  dialog: ReturnType<typeof useDialog>
  /** The question. */
  text: string
  /** The label of the confirm button. */
  action: string
  /** Makes the confirm button red. */
  danger?: boolean
  disabled?: boolean
  cancel?: string
  busy?: boolean
  /** Instead of the warning. */
  icon?: ReactNode
  onConfirm: () => void
  /** Ends what makes the dialog busy; without it, Cancel waits for the end. */
  onStop?: () => void
  children?: ReactNode
}

/**
 * Asks for confirmation: a warning icon, the question, Cancel (focused first) and the confirm button. It makes no call
 * itself.
 */
export function ConfirmDialog({
  title,
  dialog,
  text,
  action,
  danger,
  disabled = false,
  busy = false,
  icon,
  onConfirm,
  onStop,
  ...rest
}: ConfirmDialogProps) {
  return (
    <Dialog title={title} dialog={dialog} locked={busy}>
      <Group wrap="nowrap" align="flex-start" gap="md">
        {icon ?? (
          <ThemeIcon color="red" size={44} radius="xl">
            <TriangleAlert aria-hidden />
          </ThemeIcon>
        )}
        <Stack gap="xs" flex={1} miw={0} pt={4}>
          <Text>{text}</Text>
          {rest.children}
        </Stack>
      </Group>
      <DialogFooter>
        <Button variant="default" onClick={busy ? onStop : dialog.close} disabled={busy && !onStop} data-autofocus>
          {rest.cancel ?? 'Cancel'}
        </Button>
        <Button
          color={danger ? 'red' : undefined}
          // A dialog that is fading out has been answered.
          onClick={() => dialog.opened && onConfirm()}
          loading={busy}
          disabled={disabled}
          // A long label takes two lines on a phone.
          h="auto"
          mih="var(--button-height)"
          py={6}
          styles={{ label: { whiteSpace: 'normal', lineHeight: 1.35 } }}
        >
          {action}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
