import { Button, Group } from '@mantine/core'
import { toastSuccess } from './toast.ts'

/** Says what was done, in a toast of its own by `id`, and offers to take it back. */
export const toastUndoable = (message: string, id: string, onUndo: () => void) =>
  toastSuccess(
    <Group component="span" justify="space-between" wrap="nowrap" gap="xs">
      <span>{message}</span>
      <Button size="compact-sm" variant="light" flex="none" onClick={onUndo}>
        Undo
      </Button>
    </Group>,
    id,
  )
