import { GripVertical } from 'lucide-react'
import type { PointerEvent } from 'react'
import type { Column } from '#web/records/list/columns.tsx'
import classes from './reorder.module.css'

/** The column with the handles by which rows are dragged; `nameOf` says what a row is called. */
export const moveColumn = <Row,>(
  nameOf: (row: Row) => string,
  onDrag: (event: PointerEvent<HTMLElement>, row: Row) => void,
): Column<Row> => ({
  field: 'move',
  title: 'Move',
  width: 40,
  pinned: 'left',
  cell: (row) => (
    <span
      role="img"
      aria-label={`Move ${nameOf(row)} with Alt+Up or Alt+Down`}
      className={classes.handle}
      onPointerDown={(event) => onDrag(event, row)}
    >
      <GripVertical size={16} aria-hidden />
    </span>
  ),
})
