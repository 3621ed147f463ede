import { CircleCheck, CircleDashed, CircleOff, FileClock, FileX2, OctagonAlert, TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, memo, useState } from 'react'
import type { Coverage } from '#contract/manuals.ts'
import { roles } from '#web/records/list/grid/grid-roles.ts'
import classes from './coverage.module.css'
import {
  type CellState,
  type CoveredType,
  factsOf,
  frenchOf,
  headlineOf,
  type Named,
  type Place,
  placeName,
  placeOf,
  stateOf,
  wordsOf,
} from './coverage-words.ts'

const icons = {
  none: CircleDashed,
  hidden: CircleOff,
  required: OctagonAlert,
  gaps: TriangleAlert,
  complete: CircleCheck,
} satisfies Record<CellState, unknown>

const meanings: Record<CellState, string> = {
  complete: 'All topics covered',
  gaps: 'Some topics not covered',
  required: 'Lacks a required topic',
  none: 'No manual',
  hidden: 'Manual that owners do not see',
}

/** What the signs in the grid mean. */
export const CoverageLegend = () => (
  <ul className={classes.legend} aria-label="Legend">
    {Object.entries(meanings).map(([state, meaning]) => (
      <li key={state} data-state={state} className={classes.sign}>
        <StateIcon state={state as CellState} />
        <span>{meaning}</span>
      </li>
    ))}
  </ul>
)

function StateIcon({ state }: { state: CellState }) {
  const Icon = icons[state]
  return <Icon size={14} aria-hidden />
}

type GridProps = { coverage: Coverage; onOpen: (place: Place) => void }
type At = { row: number; column: number }

/** RV types by years. One cell at a time is reached by Tab; the arrow keys move between them. */
export function CoverageGrid({ coverage: { topics, years, rv_types }, onOpen }: GridProps) {
  const [at, setAt] = useState<At>({ row: 0, column: 0 })
  const last = { row: rv_types.length - 1, column: years.length - 1 }
  // Types and years may have gone meanwhile.
  const row = Math.min(at.row, last.row)
  const column = Math.min(at.column, last.column)

  return (
    <div className={classes.scroll}>
      <table {...roles.grid} aria-label="Coverage by RV type and year" className={classes.grid}>
        <thead>
          <tr>
            <th scope="col">RV Type</th>
            {years.map(({ _id, name }) => (
              <th key={_id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rv_types.map((type, place) => (
            <Row
              key={type._id}
              type={type}
              topics={topics}
              years={years}
              row={place}
              reached={place === row ? column : undefined}
              onReached={setAt}
              onOpen={onOpen}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The arrow keys, Home and End go from cell to cell. */
function moveByKey(event: KeyboardEvent<HTMLElement>) {
  if (event.altKey || event.metaKey) return
  const { currentTarget } = event
  const [row = 0, column = 0] = (currentTarget.dataset.at ?? '').split(' ').map(Number)
  const table = currentTarget.closest('table')
  const [end] = [...(table?.querySelectorAll<HTMLElement>('[data-at]') ?? [])].slice(-1)
  const [lastRow = 0, lastColumn = 0] = (end?.dataset.at ?? '').split(' ').map(Number)
  const next = nextCell(event, { row, column }, { row: lastRow, column: lastColumn })
  if (!next) return
  event.preventDefault()
  table?.querySelector<HTMLElement>(`[data-at="${next.row} ${next.column}"]`)?.focus()
}

function nextCell({ key, ctrlKey }: KeyboardEvent, { row, column }: At, last: At): At | undefined {
  switch (key) {
    case 'ArrowDown':
      return { row: Math.min(row + 1, last.row), column }
    case 'ArrowUp':
      return { row: Math.max(row - 1, 0), column }
    case 'ArrowRight':
      return { row, column: Math.min(column + 1, last.column) }
    case 'ArrowLeft':
      return { row, column: Math.max(column - 1, 0) }
    case 'Home':
      return { row: ctrlKey ? 0 : row, column: 0 }
    case 'End':
      return { row: ctrlKey ? last.row : row, column: last.column }
    default:
      return undefined
  }
}

type RowProps = {
  type: CoveredType
  topics: Coverage['topics']
  years: Named[]
  row: number
  /** The cell of the row that Tab reaches, if it is one of them. */
  reached: number | undefined
  onReached: (at: At) => void
  onOpen: (place: Place) => void
}

// Memoized, because a move between two of a thousand cells concerns two rows.
const Row = memo(function Row({ type, topics, years, row, reached, onReached, onOpen }: RowProps) {
  return (
    <tr>
      <th scope="row">{type.name}</th>
      {type.cells.map((cell, column) => {
        const year = years[column]
        if (!year) return null
        const place = placeOf({ topics }, type, year, cell)
        const shared = {
          'aria-label': `${placeName(place)}: ${wordsOf(place)}`,
          title: place.lacks.map(({ name }) => name).join(', ') || undefined,
          className: classes.cell,
          'data-state': stateOf(cell),
          'data-at': `${row} ${column}`,
          tabIndex: reached === column ? 0 : -1,
          onFocus: () => onReached({ row, column }),
          onKeyDown: moveByKey,
        }
        return (
          <td key={year._id} {...roles.gridcell}>
            <button type="button" {...shared} onClick={() => onOpen(place)}>
              <CellWords place={place} />
            </button>
          </td>
        )
      })}
    </tr>
  )
})

const CellWords = ({ place }: { place: Place }) => (
  <>
    <span className={classes.headline}>
      <StateIcon state={stateOf(place.cell)} />
      <span>{headlineOf(place)}</span>
    </span>{' '}
    <CellFacts place={place} />
  </>
)

function CellFacts({ place }: { place: Place }) {
  const [counts, pdf] = factsOf(place)
  const { pdf: state, french: inFrench } = place.cell
  const french = frenchOf(place.cell)
  return (
    <span className={classes.facts}>
      {counts && <span>{counts}</span>}{' '}
      {pdf && (
        <span data-pdf={state === 'current' ? undefined : state}>
          {state === 'none' && <FileX2 size={13} aria-hidden />}
          {state === 'older' && <FileClock size={13} aria-hidden />}
          <span>{pdf}</span>
        </span>
      )}{' '}
      {french && <span>{inFrench?.pdf ? `${french}, PDF` : french}</span>}
    </span>
  )
}
