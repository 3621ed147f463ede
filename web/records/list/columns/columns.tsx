import { CalendarClock, CalendarX, CircleCheck, CircleOff, Hourglass } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { ROLLOVER_PATH } from '#contract/paths.ts'
import type { RecordRow } from '#contract/records.ts'
import { formatOfficeTime } from '#web/forms/office-time.ts'
import { type ColumnFilter, digitsFilter, statusFilter, textFilter } from '#web/records/list/filters/column-filters.tsx'
import { dateFilter } from '#web/records/list/filters/date-filter.tsx'
import type { Action } from '#web/records/list/rows/action.ts'
import { formatDateTime, formatNumber } from '#web/ui/format.ts'
import { Picture } from '#web/ui/image/picture.tsx'
import classes from './columns.module.css'

/** A column of a list. `cell` renders the cell; without it the plain value is shown. */
export type Column<Row> = {
  field: string
  /** Empty: the label of the field. */
  title: string
  sortable?: boolean
  /** The field to sort by on the server, if another one. */
  sortBy?: string
  filter?: ColumnFilter
  cell?: (row: Row) => ReactNode
  /** The actions of a row, if that is what its cells are for. */
  actions?: (row: Row) => (Action | false)[]
  /** The path of the page that its text leads to. */
  link?: (row: Row) => string | undefined
  /** In pixels. Without a width the column is as wide as its texts, and shares by its `flex` what remains. */
  width?: number
  flex?: number
  /** Its least width until its texts are known. */
  minWidth?: number
  /** The width that its texts need. */
  idealWidth?: number
  pinned?: 'left' | 'right' | undefined
  /** What the row is called: the title of its card on phones. */
  isName?: boolean
  /** One of the two facts on its card, where they are not the first columns. */
  isFact?: boolean
  /** Its cells are pictures. */
  isPicture?: boolean
  /** Neither moved nor widened. */
  fixed?: boolean
  /** Not shown until the administrator chooses it. */
  optional?: boolean
  /** Instead of the words of its title, which stay its name. */
  head?: ReactNode
  /** Found out while the page is read: a file does not have it. */
  screenOnly?: boolean
  /** Never shown: only its filter counts, whose control is elsewhere on the screen. */
  filterOnly?: boolean
}

/** A column of any type of row. */
export type AnyColumn = Omit<Column<never>, 'cell'>

const NUMBER_WIDTH = 56

/** '# ID': the position of the row in the filtered and sorted list. */
export const rowNumber = (): Column<{ srno?: number | undefined }> => ({
  field: 'srno',
  title: '# ID',
  width: NUMBER_WIDTH,
})

/** Widens the '# ID' column to fit the highest number. */
export const fitRowNumber = <Row,>(columns: Column<Row>[], total: number): Column<Row>[] =>
  columns.map((column) =>
    column.field === 'srno' ? { ...column, width: Math.max(NUMBER_WIDTH, 18 + String(total).length * 10) } : column,
  )

/** A text column with sort and filter. */
export const text = <Field extends string>(
  field: Field,
  more: Partial<Pick<Column<never>, 'title' | 'flex' | 'minWidth' | 'width' | 'optional'>> = {},
): Column<{ [Name in Field]: string | null }> => ({
  field,
  title: '',
  sortable: true,
  filter: textFilter,
  flex: 1,
  minWidth: 140,
  ...more,
})

/** A column of whole numbers with sort, and a filter for some of their digits. */
export const number = <Field extends string>(
  field: Field,
  more: Partial<Pick<Column<never>, 'title'>> = {},
): Column<{ [Name in Field]: number | null }> => ({
  field,
  title: '',
  sortable: true,
  filter: digitsFilter,
  flex: 0,
  minWidth: 132,
  ...more,
})

/**
 * A column that shows the image whose URL is in `field`, in a box of this size; `nameOf` gives its alternative text.
 */
export const picture = <Field extends string, Row extends { [Name in Field]: string | null }>(
  field: Field,
  title: string,
  nameOf: (row: Row) => string,
  frame: { width: number; height: number },
): Column<Row> => ({
  field,
  title,
  isPicture: true,
  width: frame.width + 36,
  minWidth: frame.width + 36,
  cell: (row) => <Picture address={row[field]} alt={nameOf(row)} {...frame} />,
})

const recordColumns: Column<RecordRow>[] = [
  {
    field: 'created_at',
    title: 'Created',
    sortable: true,
    filter: dateFilter,
    width: 186,
    optional: true,
    cell: (row) => formatDateTime(row.created_at),
  },
  {
    field: 'updated_at',
    title: 'Updated',
    sortable: true,
    filter: dateFilter,
    width: 186,
    optional: true,
    cell: (row) => formatDateTime(row.updated_at),
  },
  { field: 'updated_by', title: 'Updated by', minWidth: 150, optional: true },
]

/**
 * The columns with what every record knows about itself, to be chosen by those who need it: when it was added and
 * changed, and by whom. The actions stay last.
 */
export function withRecordColumns<Row>(columns: Column<Row>[]): Column<Row>[] {
  const own = columns.filter(({ field }) => field !== 'actions')
  const more = (recordColumns as Column<Row>[]).filter(({ field }) => !own.some((one) => one.field === field))
  return [...own, ...more, ...columns.filter(({ field }) => field === 'actions')]
}

/** The columns with the labels of their fields where they have no title of their own. */
export const titled = <Row,>(columns: Column<Row>[], labels: Readonly<Record<string, string>>): Column<Row>[] =>
  columns.map((column) => {
    const title = column.title || labels[column.field]
    if (title === undefined) throw new Error(`the column ${column.field} has no title`)
    return { ...column, title }
  })

/** A further text of the record, to be chosen by those who need it; the server does not sort or filter by it. */
export const detail = <Field extends string>(
  field: Field,
  title: string,
): Column<{ [Name in Field]: string | null }> => ({ field, title, minWidth: 150, optional: true })

/** A column with a count, to be chosen by those who need it. */
export const count = <Field extends string>(field: Field, title: string): Column<{ [Name in Field]: number }> => ({
  field,
  title,
  width: 150,
  optional: true,
  cell: (row) => formatNumber(row[field]),
})

const STATUS_WIDTH = 100

/** The Active/Inactive column, which stays in view at any width. */
export const status = (): Column<{ is_deleted: boolean }> => ({
  field: 'status',
  title: 'Status',
  sortable: true,
  sortBy: 'is_deleted',
  filter: statusFilter,
  width: STATUS_WIDTH,
  pinned: 'right',
  cell: (row) => <StatusBadge active={!row.is_deleted} />,
})

/**
 * The status of what owners may not see although it is active: before its day, after it, or in a model year that is
 * being prepared, to which its text then leads.
 */
export const ownersStatus = (): Column<Seen> => ({
  ...status(),
  width: OWNERS_STATUS_WIDTH,
  cell: (row) => <RecordStatus row={row} />,
  link: (row) => (isPrepared(row) ? ROLLOVER_PATH : undefined),
})

// Has room for a day of another year: “from 31 Dec 2027, 08:00”.
const OWNERS_STATUS_WIDTH = 216

type Preparable = { is_deleted: boolean; is_prepared?: boolean }
type Seen = Preparable & { publish_at?: string | null; unpublish_at?: string | null }

/** A column with a moment in the office's time, to be chosen by those who need it. */
export const moment = <Field extends string>(
  field: Field,
  title: string,
): Column<{ [Name in Field]: string | null }> => ({
  field,
  title,
  sortable: true,
  filter: dateFilter,
  width: 160,
  optional: true,
  cell: (row) => (row[field] === null ? '' : formatOfficeTime(row[field])),
})

/** Whether a record is there, but owners do not see it before its model year goes live. */
export const isPrepared = ({ is_deleted, is_prepared = false }: Preparable) => is_prepared && !is_deleted

/**
 * Whether a record is active, inactive, part of a model year that is being prepared, not yet published or taken down.
 */
export function RecordStatus({ row }: { row: Seen }) {
  if (isPrepared(row)) return <StatusBadge active={false} label="Being prepared" icon={Hourglass} />
  const { begins, isOver } = datesNow(row)
  if (isOver) return <StatusBadge active={false} label="Taken down" icon={CalendarX} />
  if (begins) return <StatusBadge active={false} label={`from ${formatOfficeTime(begins)}`} icon={CalendarClock} />
  return <StatusBadge active={!row.is_deleted} />
}

/** When owners begin to see an active record, if they do not yet, and whether they no longer do. */
function datesNow({ is_deleted, publish_at, unpublish_at }: Seen) {
  const now = new Date().toISOString()
  const isOver = !is_deleted && Boolean(unpublish_at && unpublish_at <= now)
  return { isOver, begins: !is_deleted && publish_at && publish_at > now ? publish_at : undefined }
}

/** What says on a card whether a record is active, where the list itself has no such column. */
export const cardStatus: Column<Record<string, unknown>> = {
  field: 'status',
  title: 'Status',
  width: STATUS_WIDTH,
  cell: (row) => <RecordStatus row={row as Seen} />,
}

type StatusBadgeProps = {
  active: boolean
  /** Instead of Active or Inactive. */
  label?: string
  icon?: ComponentType<{ size: number; 'aria-hidden': true }>
}

/** A badge: Active or Inactive, with icon. Plain elements, because every row has one. */
export function StatusBadge({
  active,
  label = active ? 'Active' : 'Inactive',
  icon: Icon = active ? CircleCheck : CircleOff,
}: StatusBadgeProps) {
  return (
    <span className={classes.status} data-active={active || undefined}>
      <Icon size={13} aria-hidden />
      <span>{label}</span>
    </span>
  )
}
