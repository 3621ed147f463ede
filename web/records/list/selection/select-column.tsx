import type { Column } from '#web/records/list/columns.tsx'
import classes from './selection.module.css'
import { type SelectableRow, useSelection } from './use-row-selection.ts'

/** The column with the checkboxes; `nameOf` says what a row is called. */
export const selectColumn = <Row extends SelectableRow>(nameOf: (row: Row) => string): Column<Row> => ({
  field: 'select',
  title: 'Select',
  width: 44,
  pinned: 'left',
  cell: (row) => <RowCheckbox row={row} name={nameOf(row)} />,
})

/** A plain element, because a page can have a hundred of them. Space in its cell presses it. */
function RowCheckbox({ row, name }: { row: SelectableRow; name: string }) {
  const selection = useSelection()
  return (
    <input
      type="checkbox"
      className={classes.checkbox}
      aria-label={`Select ${name}`}
      tabIndex={-1}
      checked={selection?.isSelected(row) ?? false}
      onChange={({ nativeEvent }) => selection?.toggle(row, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
    />
  )
}
