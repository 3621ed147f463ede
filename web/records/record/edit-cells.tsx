import { Pencil } from 'lucide-react'
import {
  type KeyboardEvent,
  lazy,
  type PointerEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import type { RecordType } from '#contract/kinds.ts'
import type { ListedRow } from '#web/records/list/rows/listed-row.ts'
import type { List } from '#web/records/list/state/use-list.ts'
import classes from './edit-cell.module.css'
import { type Editable, editableFields } from './editable.ts'

type Place = { id: string; field: string }

// Few values are edited where they stand.
const CellEditor = lazy(() => import('./cell-editor.tsx').then((module) => ({ default: module.CellEditor })))

const cellAt = (at: EventTarget) => (at instanceof Element ? at.closest<HTMLElement>('tbody [role=gridcell]') : null)
const placeOf = (cell: HTMLElement): Place => ({
  id: cell.closest<HTMLElement>('[data-row-id]')?.dataset.rowId ?? '',
  field: cell.dataset.column ?? '',
})
const cellOf = ({ id, field }: Place) =>
  document.querySelector<HTMLElement>(`[data-row-id="${CSS.escape(id)}"] [data-column="${CSS.escape(field)}"]`)

type EditCellsProps = { type: RecordType; list: List; children: ReactNode }

/**
 * Lets values of a list be edited where they stand: F2 on a cell, or the pencil that comes with the pointer. Enter
 * saves, Escape leaves, Tab goes on to the next one. Rows stay where they are.
 */
export function EditCells({ type, list, children }: EditCellsProps) {
  const fields = useMemo(() => editableFields(type), [type])
  const [edited, setEdited] = useState<Place>()
  const [pointed, setPointed] = useState<Place>()
  const row = list.page?.data.find(({ _id }) => _id === edited?.id) as ListedRow | undefined
  const field = edited && fields.get(edited.field)

  function onKeyDownCapture(event: KeyboardEvent) {
    const cell = event.key === 'F2' && cellAt(event.target)
    if (!cell || cell !== event.target || !fields.has(placeOf(cell).field)) return
    event.preventDefault()
    event.stopPropagation()
    setEdited(placeOf(cell))
  }
  function onPointerOver({ target, pointerType }: PointerEvent) {
    // The pencil itself lies over its cell.
    if (target instanceof Element && target.closest(`.${classes.over}`)) return
    const cell = pointerType === 'mouse' ? cellAt(target) : null
    const place = cell ? placeOf(cell) : undefined
    setPointed(place && fields.has(place.field) ? place : undefined)
  }
  function goTo(next: Place | undefined) {
    setEdited(next)
    if (!next && edited) cellOf(edited)?.focus()
  }

  return (
    // Only events that come from the cells inside are handled.
    <div
      className={classes.cells}
      {...{ onKeyDownCapture, onPointerOver }}
      onPointerLeave={() => setPointed(undefined)}
    >
      {children}
      {pointed && !edited && (
        <AtCell key={`${pointed.id} ${pointed.field}`} place={pointed}>
          <button
            type="button"
            tabIndex={-1}
            className={classes.pencil}
            aria-label={`Edit ${fields.get(pointed.field)?.label}`}
            onClick={() => setEdited(pointed)}
          >
            <Pencil size={13} aria-hidden />
          </button>
        </AtCell>
      )}
      {edited && field && row && (
        <AtCell key={`${edited.id} ${edited.field}`} place={edited}>
          <Suspense>
            <CellEditor
              type={type}
              field={field}
              row={row}
              list={list}
              onClose={() => goTo(undefined)}
              onNext={(by) => goTo(nextPlace(edited, fields, by))}
            />
          </Suspense>
        </AtCell>
      )}
    </div>
  )
}

/** The next editable cell of the grid, or the one before. */
function nextPlace(place: Place, fields: Map<string, Editable>, by: 1 | -1) {
  const grid = cellOf(place)?.closest('[role=grid]')
  const cells = [...(grid?.querySelectorAll<HTMLElement>('tbody [role=gridcell]') ?? [])].filter((cell) =>
    fields.has(placeOf(cell).field),
  )
  const at = cells.findIndex((cell) => placeOf(cell).id === place.id && placeOf(cell).field === place.field)
  const next = cells[at + by]
  return next && placeOf(next)
}

/** Shows something over a cell, also while the list scrolls. */
function AtCell({ place, children }: { place: Place; children: ReactNode }) {
  const [rect, setRect] = useState(() => cellOf(place)?.getBoundingClientRect())
  const { id, field } = place
  useEffect(() => {
    const follow = () => setRect(cellOf({ id, field })?.getBoundingClientRect())
    window.addEventListener('scroll', follow, { capture: true, passive: true })
    window.addEventListener('resize', follow)
    return () => {
      window.removeEventListener('scroll', follow, { capture: true })
      window.removeEventListener('resize', follow)
    }
  }, [id, field])
  if (!rect) return null
  const { left, top, width, height } = rect
  return createPortal(
    <div className={classes.over} style={{ left, top, width, height }}>
      {children}
    </div>,
    document.body,
  )
}
