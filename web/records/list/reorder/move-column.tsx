import { VisuallyHidden } from '@mantine/core'
import { GripVertical } from 'lucide-react'
import type { Column } from '#web/records/list/columns/columns.tsx'
import classes from './reorder.module.css'

/** The column with the handles by which rows are dragged; `nameOf` says what a row is called. */
export const moveColumn = <Row,>(nameOf: (row: Row) => string): Column<Row> => ({
  field: 'move',
  title: 'Move',
  width: 0,
  pinned: 'left',
  fixed: true,
  cell: (row) => (
    <span className={classes.handle} data-move-handle data-tip="Drag, or Alt+↑ and Alt+↓">
      <GripVertical size={16} aria-hidden />
      <VisuallyHidden>{`Move ${nameOf(row)} with Alt+Up or Alt+Down`}</VisuallyHidden>
    </span>
  ),
})
