import { useEffect, useRef } from 'react'
import type { Column } from '#web/records/list/columns/columns.tsx'
import type { SelectableRow } from './bulk-actions.ts'
import classes from './selection.module.css'
import { useSelection } from './use-row-selection.ts'

/** The column with the checkboxes; `nameOf` says what a row is called. */
export const selectColumn = <Row extends SelectableRow>(nameOf: (row: Row) => string): Column<Row> => ({
  field: 'select',
  title: 'Select',
  width: 0,
  pinned: 'left',
  fixed: true,
  head: <PageCheckbox />,
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

/** Ticks or unticks the rows of the page. Space on its title presses it. */
function PageCheckbox() {
  const selection = useSelection()
  const box = useRef<HTMLInputElement>(null)
  const isSome = selection?.isSomeOnPage ?? false
  const isAll = isSome && selection?.isPageSelected === true
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome && !isAll
  }, [isSome, isAll])
  return (
    <input
      ref={box}
      type="checkbox"
      className={classes.checkbox}
      aria-label="All rows on this page"
      tabIndex={-1}
      checked={isAll}
      onChange={() => selection?.togglePage()}
    />
  )
}
