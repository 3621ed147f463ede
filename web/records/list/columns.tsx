import { Badge } from '@mantine/core'
import { CircleCheck, CircleOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Picture } from '#web/ui/image/picture.tsx'
import { type ColumnFilter, numberFilter, statusFilter, textFilter } from './column-filters.tsx'

/** A column of a list. What is left out is off; `cell` draws the row's cell where its plain value is not enough. */
export type Column<Row> = {
  field: string
  title: string
  sortable?: boolean
  /** What the server sorts by, where it is not the field itself. */
  sortBy?: string
  filter?: ColumnFilter
  cell?: (row: Row) => ReactNode
  /** In pixels. Without it the column shares what is left, in the measure of `flex`. */
  width?: number
  flex?: number
  minWidth?: number
  pinned?: 'left' | 'right'
  /** The cell holds buttons: Enter goes in to them, the arrows move between them, Escape comes back out. */
  enterable?: boolean
}

/** A column as those see it who never look into rows. */
export type AnyColumn = Omit<Column<never>, 'cell'>

/** '# ID': the number of the row in the list as it is filtered and sorted now. */
export const rowNumber = (): Column<{ srno?: number | undefined }> => ({ field: 'srno', title: '# ID', width: 76 })

/** The same column, as wide as the number of the last row needs. */
export const withRoomFor = <Row,>(columns: Column<Row>[], total: number): Column<Row>[] =>
  columns.map((column) =>
    column.field === 'srno' ? { ...column, width: Math.max(76, 32 + String(total).length * 10) } : column,
  )

/** A column of text, sorted and filtered by the server. */
export const text = <Field extends string>(
  field: Field,
  title: string,
  more: Pick<Column<never>, 'flex' | 'minWidth' | 'width'> = {},
): Column<{ [Name in Field]: string | null }> => ({
  field,
  title,
  sortable: true,
  filter: textFilter,
  flex: 1,
  minWidth: 140,
  ...more,
})

/** A column of whole numbers, sorted by the server and filtered by the exact number. */
export const number = <Field extends string>(
  field: Field,
  title: string,
): Column<{ [Name in Field]: number | null }> => ({
  field,
  title,
  sortable: true,
  filter: numberFilter,
  width: 168,
})

/** A column that shows the picture at the address in `field`, in a frame of this size. `nameOf` says what it shows. */
export const picture = <Field extends string, Row extends { [Name in Field]: string | null }>(
  field: Field,
  title: string,
  nameOf: (row: Row) => string,
  frame: { width: number; height: number },
): Column<Row> => ({
  field,
  title,
  width: frame.width + 36,
  minWidth: frame.width + 36,
  cell: (row) => <Picture address={row[field]} alt={nameOf(row)} {...frame} />,
})

/** Active or Inactive, by `is_deleted`. */
export const status = (): Column<{ is_deleted: boolean }> => ({
  field: 'status',
  title: 'Status',
  sortable: true,
  sortBy: 'is_deleted',
  filter: statusFilter,
  width: 130,
  cell: (row) => <StatusBadge active={!row.is_deleted} />,
})

/** Active or Inactive, told by word, icon and colour. */
export function StatusBadge({ active }: { active: boolean }) {
  const Icon = active ? CircleCheck : CircleOff
  return (
    <Badge
      variant="default"
      tt="none"
      fw={500}
      fz={12}
      leftSection={<Icon size={13} color={`var(--mantine-color-${active ? 'green' : 'gray'}-filled)`} aria-hidden />}
    >
      {active ? 'Active' : 'Inactive'}
    </Badge>
  )
}
