import { Button } from '@mantine/core'
import { Undo2 } from 'lucide-react'
import type { Change } from '#contract/changes.ts'
import { askToUndo } from './undo-requests.ts'

/** Asks whether to undo a change; renders nothing for one that cannot be undone. */
export const UndoButton = ({ change: { _id, can_undo, title } }: { change: Change }) =>
  can_undo && (
    <Button
      variant="default"
      size="compact-sm"
      flex="none"
      leftSection={<Undo2 size={14} aria-hidden />}
      aria-label={`Undo: ${title}`}
      onClick={() => askToUndo({ changeId: _id })}
    >
      Undo
    </Button>
  )
