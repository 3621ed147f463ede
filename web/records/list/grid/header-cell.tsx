import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, type MouseEvent, memo, type PointerEvent, useId, useRef } from 'react'
import type { AnyColumn } from '#web/records/list/columns/columns.tsx'
import type { Sort } from '#web/records/list/state/list-state.ts'
import { isLead } from './column-layout.ts'
import { dragColumn } from './drag-column.ts'
import { roles } from './grid-roles.ts'
import classes from './grid-table.module.css'
import lead from './lead-columns.module.css'

/** What can be done with the columns of a grid. */
export type ArrangeColumns = {
  /** Puts a column at the place of another one. */
  move: (field: string, to: string) => void
  /** Moves a column by one place, to the left or to the right. */
  shift: (field: string, by: -1 | 1) => void
  /** Gives a column a width in pixels. */
  resize: (field: string, width: number) => void
}

const NARROWEST = 60
const WIDEST = 1000
/** Pixels by which a key or a button widens or narrows a column. */
const STEP = 20

type HeaderCellProps = {
  column: AnyColumn
  style: CSSProperties | undefined
  sort: Sort[]
  onSort: (next: (sort: Sort[]) => Sort[]) => void
  arrange: ArrangeColumns | undefined
}

/**
 * The title of a column. A click or Enter sorts by it: upwards, downwards, not at all; with Shift beside the columns
 * that are sorted already. It is moved by dragging or Ctrl+arrow, and widened at its edge or with Shift+arrow.
 */
export const HeaderCell = memo(function HeaderCell(props: HeaderCellProps) {
  const { column, style, sort, onSort, arrange: arrangeColumns } = props
  const { field, title, sortable, pinned, fixed, head } = column
  const arrange = fixed ? undefined : arrangeColumns
  const cell = useRef<HTMLTableCellElement>(null)
  const place = sort.findIndex((part) => part.field === field)
  const order = sort[place]?.order
  const noteId = useId()
  const movable = arrange && !pinned

  function toggle({ shiftKey }: { shiftKey: boolean }) {
    if (sortable) onSort((now) => nextSort(now, field, shiftKey))
  }

  function handleKeys(event: KeyboardEvent) {
    const { key, shiftKey, ctrlKey, metaKey } = event
    const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
    if (key === ' ' && head && event.target === cell.current) cell.current?.querySelector('input')?.click()
    else if (head && key === ' ') return
    else if (key === 'Enter' || key === ' ') toggle(event)
    else if (by && shiftKey && arrange && pinned !== 'right') resizeBy(by, field, arrange)
    else if (by && (ctrlKey || metaKey) && movable) arrange.shift(field, by)
    else return
    event.preventDefault()
  }

  return (
    <th
      ref={cell}
      {...roles.columnheader}
      scope="col"
      tabIndex={-1}
      aria-sort={order ? (order === 'asc' ? 'ascending' : 'descending') : sortable ? 'none' : undefined}
      aria-describedby={order && sort.length > 1 ? noteId : undefined}
      className={isLead(column) ? `${classes.title} ${lead.lead}` : classes.title}
      data-title-of={field}
      data-pinned={pinned}
      data-sortable={sortable || undefined}
      style={style}
      {...(movable && dragColumn(field, arrange.move))}
      onClick={toggle}
      onKeyDown={handleKeys}
    >
      <span className={classes.titleText}>{title}</span>
      {head}
      {sortable && <SortMark order={order} place={sort.length > 1 ? place + 1 : undefined} />}
      {order && sort.length > 1 && (
        <span id={noteId} hidden>
          {`Number ${place + 1} of the columns that the list is sorted by`}
        </span>
      )}
      {arrange && pinned !== 'right' && <ResizeHandle onResize={(width) => arrange.resize(field, within(width))} />}
    </th>
  )
})

function SortMark({ order, place }: { order: Sort['order'] | undefined; place: number | undefined }) {
  const Icon = order === 'asc' ? ArrowUp : order === 'desc' ? ArrowDown : ChevronsUpDown
  return (
    <span className={classes.sortMark} data-sorted={order || undefined} aria-hidden>
      <Icon size={14} />
      {order && place && <span>{place}</span>}
    </span>
  )
}

/** The sort after a click on a column: asc, desc, none. `beside` keeps the other columns. */
export function nextSort(sort: Sort[], field: string, beside: boolean): Sort[] {
  const now = sort.find((part) => part.field === field)
  const next: Sort | null = !now ? { field, order: 'asc' } : now.order === 'asc' ? { field, order: 'desc' } : null
  if (!beside) return next ? [next] : []
  if (!now) return next ? [...sort, next] : sort
  return sort.flatMap((part) => (part.field === field ? (next ?? []) : part))
}

/** Widens a column by a step, or narrows it. */
export function resizeBy(by: -1 | 1, field: string, arrange: ArrangeColumns) {
  const title = document.querySelector<HTMLElement>(`[data-title-of="${CSS.escape(field)}"]`)
  if (title) arrange.resize(field, within(title.offsetWidth + by * STEP))
}

const within = (pixels: number) => Math.round(Math.min(WIDEST, Math.max(NARROWEST, pixels)))

/** The edge of a title that is dragged to widen its column; for the keyboard there is Shift+arrow. */
function ResizeHandle({ onResize }: { onResize: (pixels: number) => void }) {
  const drag = useRef<{ from: number; width: number } | null>(null)

  function start(event: PointerEvent<HTMLSpanElement>) {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { from: event.clientX, width: event.currentTarget.parentElement?.offsetWidth ?? 0 }
  }

  function follow({ clientX }: PointerEvent) {
    if (drag.current) onResize(drag.current.width + clientX - drag.current.from)
  }

  return (
    <span
      aria-hidden
      className={classes.resize}
      // Otherwise the drag would move the column.
      draggable
      onDragStart={(event) => event.preventDefault()}
      onPointerDown={start}
      onPointerMove={follow}
      onPointerUp={() => {
        drag.current = null
      }}
      onPointerCancel={() => {
        drag.current = null
      }}
      onClick={(event: MouseEvent) => event.stopPropagation()}
    />
  )
}
