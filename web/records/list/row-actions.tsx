import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { Pencil, RotateCcw, Trash2 } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import type { Column } from './columns.tsx'

/** One action of a row, drawn as a button; `name` is what people call the row. */
export type RowAction<Row> = (row: Row, name: string) => ReactNode

/** The Actions column: the buttons of each row, named after it. */
export const actions = <Row,>(nameOf: (row: Row) => string, list: RowAction<Row>[]): Column<Row> => ({
  field: 'actions',
  title: 'Actions',
  width: 32 + Math.max(list.length, 2) * 36,
  pinned: 'right',
  enterable: true,
  cell: (row) => (
    <Group gap={4} wrap="nowrap">
      {list.map((action, place) => (
        // The place is the identity: Delete turns into Restore without losing the focus.
        <Fragment key={place}>{action(row, nameOf(row))}</Fragment>
      ))}
    </Group>
  ),
})

type ActionButtonProps = {
  /** The accessible name, which says the row as well: 'Edit Travel Trailer'. */
  label: string
  /** The short word shown on hovering; the label where left out. */
  tip?: string
  icon: ReactNode
  color?: string
  /** Greys the button out; `tip` should say why. */
  disabled?: boolean
  onClick: () => void
}

/** An icon button in a grid cell. Reached from its cell by Enter, so that Tab does not stop at every row. */
export function ActionButton({ label, tip = label, icon, color, disabled = false, onClick }: ActionButtonProps) {
  return (
    <Tooltip label={tip} openDelay={300} events={{ hover: true, focus: true, touch: false }}>
      <ActionIcon
        variant="subtle"
        color={color}
        size={30}
        aria-label={label}
        // Not the disabled attribute: the tooltip that says why could not be reached.
        aria-disabled={disabled || undefined}
        data-disabled={disabled || undefined}
        tabIndex={-1}
        onClick={() => disabled || onClick()}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}

type Open<Kind extends string, Row> = (asked: { kind: Kind; row: NoInfer<Row> }) => void

/** Opens the edit dialog of the row. */
export const editAction =
  <Row,>(open: Open<'edit', Row>): RowAction<Row> =>
  (row, name) => (
    <ActionButton
      label={`Edit ${name}`}
      tip="Edit"
      icon={<Pencil size={16} aria-hidden />}
      onClick={() => open({ kind: 'edit', row })}
    />
  )

/** Asks to delete an active row, or to restore a deleted one. */
export const deleteRestoreAction =
  <Row extends { is_deleted: boolean }>(open: Open<'delete' | 'restore', Row>): RowAction<Row> =>
  (row, name) => {
    const kind = row.is_deleted ? 'restore' : 'delete'
    return (
      <ActionButton
        label={`${row.is_deleted ? 'Restore' : 'Delete'} ${name}`}
        tip={row.is_deleted ? 'Restore' : 'Delete'}
        color={row.is_deleted ? 'green' : 'red'}
        icon={row.is_deleted ? <RotateCcw size={16} aria-hidden /> : <Trash2 size={16} aria-hidden />}
        onClick={() => open({ kind, row })}
      />
    )
  }
