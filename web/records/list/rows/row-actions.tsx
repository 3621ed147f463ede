import { Kbd, Menu, Text } from '@mantine/core'
import { CopyPlus, Ellipsis, History, Pencil, RotateCcw, Trash2 } from 'lucide-react'
import type { Column } from '#web/records/list/columns/columns.tsx'
import { MenuButton } from '#web/ui/menu-button.tsx'
import { type Action, RED, rendered } from './action.ts'
import classes from './row-actions.module.css'

/**
 * An action of a list: `of` gives the action of one row, or false if it has none. A rare one is found only in the menu,
 * unless it is the next act, which has a word.
 */
export type RowAction<Row> = { isSeldom?: true; of: (row: Row, name: string) => Action | false }

/** The widths in pixels of one icon of a row, and of the title. */
const ICON = 28
const TITLE = 80

/**
 * The Actions column: icons for what is done daily, and everything in words in a menu, unless the icons are all there
 * is.
 */
export function actions<Row>(nameOf: (row: Row) => string, list: RowAction<Row>[]): Column<Row> {
  const icons = list.filter(({ isSeldom }) => !isSeldom).length
  const hasMenu = icons < list.length
  const actionsOf = (row: Row) => list.map(({ of }) => of(row, nameOf(row)))
  return {
    field: 'actions',
    title: 'Actions',
    width: Math.max(TITLE, 16 + (icons + Number(hasMenu)) * ICON),
    pinned: 'right',
    actions: actionsOf,
    cell: (row) => (
      <div className={classes.actions} data-menu={hasMenu || undefined}>
        {list.map(({ of, isSeldom }, place) => {
          const action = of(row, nameOf(row))
          return action && (!isSeldom || action.word !== undefined) && renderIcon(action, place)
        })}
        {hasMenu && (
          <MenuButton
            className={classes.action}
            aria-label={`More actions for ${nameOf(row)}`}
            data-tip="More actions"
            tabIndex={-1}
            menu={<Entries row={row} actionsOf={actionsOf} />}
          >
            <Ellipsis size={16} aria-hidden />
          </MenuButton>
        )}
      </div>
    ),
  }
}

type EntriesProps<Row> = { row: Row; actionsOf: (row: Row) => (Action | false)[] }

const Entries = <Row,>({ row, actionsOf }: EntriesProps<Row>) =>
  actionsOf(row).map((action, place) => action && <ActionEntry key={place} action={action} />)

/**
 * An icon button in a grid cell. Not a Tab stop: Enter on the cell moves the focus to it. Plain elements and one
 * tooltip for the whole grid (`data-tip`), because a page can have 300 of them. Keyed by its place, so that the button
 * keeps the focus when Delete becomes Restore.
 */
function renderIcon(action: Action, place: number) {
  const { label, tip, word, icon, color, shortcut, disabled, onClick } = rendered(action)
  return (
    <button
      key={place}
      type="button"
      className={classes.action}
      aria-label={label}
      aria-keyshortcuts={shortcut}
      data-tip={word === tip ? undefined : tip}
      data-word={word}
      data-color={color}
      // aria-disabled keeps the button focusable, so that its tooltip can say why.
      aria-disabled={disabled || undefined}
      {...(disabled && { 'aria-description': tip })}
      tabIndex={-1}
      onClick={onClick}
    >
      {icon}
      {word && <span>{word}</span>}
    </button>
  )
}

// The same elements in each row, so that they are not rendered again with it.
const EDIT = <Pencil size={16} aria-hidden />
const DUPLICATE = <CopyPlus size={16} aria-hidden />
const DELETE = <Trash2 size={16} aria-hidden />
const RESTORE = <RotateCcw size={16} aria-hidden />
const HISTORY = <History size={16} aria-hidden />

type Open<Kind extends string, Row> = (request: { kind: Kind; row: NoInfer<Row> }) => void

/** The Edit button. */
export const editAction = <Row,>(open: Open<'edit', Row>): RowAction<Row> => ({
  of: (row, name) => ({
    label: `Edit ${name}`,
    tip: 'Edit',
    shortcut: 'e',
    icon: EDIT,
    onClick: () => open({ kind: 'edit', row }),
  }),
})

/** The Duplicate button, which opens the form of a new record with the values of this one. */
export const duplicateAction = <Row,>(open: Open<'duplicate', Row>): RowAction<Row> => ({
  isSeldom: true,
  of: (row, name) => ({
    label: `Duplicate ${name}`,
    tip: 'Duplicate',
    icon: DUPLICATE,
    onClick: () => open({ kind: 'duplicate', row }),
  }),
})

/** The Delete button of an active row, or the Restore button of a deleted one. */
export const deleteRestoreAction = <Row extends { is_deleted: boolean }>(
  open: Open<'delete' | 'restore', Row>,
): RowAction<Row> => ({
  of: (row, name) =>
    row.is_deleted
      ? {
          label: `Restore ${name}`,
          tip: 'Restore',
          color: 'green',
          isOnPage: true,
          icon: RESTORE,
          onClick: () => open({ kind: 'restore', row }),
        }
      : {
          label: `Delete ${name}`,
          tip: 'Delete',
          color: 'red',
          shortcut: 'Delete',
          icon: DELETE,
          onClick: () => open({ kind: 'delete', row }),
        },
})

/** The History button. */
export const historyAction = <Row,>(open: Open<'history', Row>): RowAction<Row> => ({
  isSeldom: true,
  of: (row, name) => ({
    label: `History of ${name}`,
    tip: 'History',
    needsServer: true,
    icon: HISTORY,
    onClick: () => open({ kind: 'history', row }),
  }),
})

const KEYS = { e: 'E', Delete: 'Del', Enter: 'Enter' }

/** An action as an entry of a menu. One that can do nothing says why and can still be reached. */
function ActionEntry({ action }: { action: Action }) {
  const { tip, act, icon, color, shortcut, disabled, onClick } = rendered(action)
  return (
    <Menu.Item
      leftSection={icon}
      rightSection={
        shortcut && (
          <Kbd size="xs" visibleFrom="sm">
            {KEYS[shortcut]}
          </Kbd>
        )
      }
      aria-keyshortcuts={shortcut}
      aria-disabled={disabled || undefined}
      closeMenuOnClick={!disabled}
      {...(color === 'red' && { c: RED })}
      {...(disabled && { c: 'dimmed' })}
      onClick={onClick}
    >
      <span>{disabled ? act : tip}</span>
      {disabled && (
        <Text size="xs" c="dimmed" maw={240}>
          {tip}
        </Text>
      )}
    </Menu.Item>
  )
}
