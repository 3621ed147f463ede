import { Button } from '@mantine/core'
import { CopyPlus, Ellipsis, History, Pencil, RotateCcw, Trash2 } from 'lucide-react'
import { Fragment, type ReactNode, useContext } from 'react'
import { whenOnline } from '#web/forms/when-online.ts'
import type { Column } from '#web/records/list/columns/columns.tsx'
import { isLetterKey, letterKeysAreOn } from '#web/ui/keys/letter-keys.ts'
import { MenuButton } from '#web/ui/menu-button.tsx'
import { RefusingButton } from '#web/ui/refusing-button.tsx'
import { ActionEntry, ActionsShownAs } from './action-entry.tsx'
import classes from './row-actions.module.css'

/** Renders one action of a row as a button; `name` is the name of the row. A `seldom` one is found in the menu only. */
export type RowAction<Row> = ((row: Row, name: string) => ReactNode) & { seldom?: true }

/** An action that is not of daily use, so that it has no icon beside the menu. */
export const seldom = <Row,>(action: RowAction<Row>): RowAction<Row> =>
  Object.assign((row: Row, name: string) => action(row, name), { seldom: true as const })

/** The Actions column: icons for what is done daily, and everything in words in a menu, unless two icons are all there is. */
export function actions<Row>(nameOf: (row: Row) => string, list: RowAction<Row>[]): Column<Row> {
  const hasMenu = list.length > 2 || list.some((action) => action.seldom)
  const icons = list.filter((action) => !action.seldom)
  return {
    field: 'actions',
    title: 'Actions',
    width: 32 + Math.max(icons.length + Number(hasMenu), 2) * 34,
    pinned: 'right',
    cell: (row) => <ActionsCell icons={icons} all={list} hasMenu={hasMenu} row={row} name={nameOf(row)} />,
  }
}

type ActionsCellProps<Row> = {
  icons: RowAction<Row>[]
  all: RowAction<Row>[]
  hasMenu: boolean
  row: Row
  name: string
}

function ActionsCell<Row>({ icons, all, hasMenu, row, name }: ActionsCellProps<Row>) {
  const inWords = useContext(ActionsShownAs) === 'words'
  // Keyed by index, so that the button keeps the focus when Delete becomes Restore.
  const shown = (some: RowAction<Row>[]) =>
    some.map((action, place) => <Fragment key={place}>{action(row, name)}</Fragment>)
  return (
    <div className={classes.actions} data-menu={hasMenu || undefined}>
      {shown(inWords ? all : icons)}
      {hasMenu && !inWords && (
        <MenuButton
          className={classes.action}
          aria-label={`More actions for ${name}`}
          data-tip="More actions"
          tabIndex={-1}
          menu={<ActionsShownAs value="entries">{shown(all)}</ActionsShownAs>}
        >
          <Ellipsis size={16} aria-hidden />
        </MenuButton>
      )}
    </div>
  )
}

type ActionButtonProps = {
  /** The accessible name, with the row: 'Edit Travel Trailer'. */
  label: string
  /** The tooltip; the label by default. */
  tip?: string
  /** Stands beside the icon in a cell. */
  word?: string
  /** What it would do, without the row; for one that can be disabled, whose tooltip then says why. */
  act?: string
  icon: ReactNode
  color?: 'red' | 'green'
  /** The key that presses it while the focus is in its row. */
  shortcut?: 'e' | 'Delete' | 'Enter'
  /** Disables the button; `tip` should say why. */
  disabled?: boolean
  /** It can do nothing without a connection, and says so. */
  needsServer?: boolean
  /** The page of a record offers it by itself. */
  isOnPage?: boolean
  onClick: () => void
}

/**
 * An icon button in a grid cell. Not a Tab stop: Enter on the cell moves the focus to it. Plain elements and one tooltip
 * for the whole grid (`data-tip`), because a page can have 300 of them.
 */
export function ActionButton({
  label,
  tip = label,
  word,
  act = word ?? label,
  icon,
  color,
  shortcut: key,
  disabled = false,
  needsServer = false,
  isOnPage = false,
  onClick,
}: ActionButtonProps) {
  const press = () => disabled || (needsServer ? whenOnline(onClick) : onClick())
  const shownAs = useContext(ActionsShownAs)
  const shortcut = key && isLetterKey(key) && !letterKeysAreOn() ? undefined : key
  if (shownAs === 'entries')
    return <ActionEntry {...{ label: act, tip, icon, color, shortcut, disabled }} onClick={press} />
  if (shownAs === 'words') {
    if (isOnPage) return null
    const button = {
      size: 'xs',
      'aria-label': label,
      'aria-keyshortcuts': shortcut,
      leftSection: icon,
      ...(color === 'red' && { c: 'light-dark(var(--mantine-color-red-light-color), var(--mantine-color-red-4))' }),
      onClick: press,
    }
    // A tooltip costs as much as ten buttons: only what refuses has one.
    return disabled ? (
      <RefusingButton {...button} reason={tip}>
        {act}
      </RefusingButton>
    ) : (
      <Button variant="default" {...button}>
        {tip}
      </Button>
    )
  }
  return (
    <button
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
      onClick={press}
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
export const editAction =
  <Row,>(open: Open<'edit', Row>): RowAction<Row> =>
  (row, name) => (
    <ActionButton
      label={`Edit ${name}`}
      tip="Edit"
      shortcut="e"
      icon={EDIT}
      onClick={() => open({ kind: 'edit', row })}
    />
  )

/** The Duplicate button, which opens the form of a new record with the values of this one. */
export const duplicateAction = <Row,>(open: Open<'duplicate', Row>): RowAction<Row> =>
  seldom((row, name) => (
    <ActionButton
      label={`Duplicate ${name}`}
      tip="Duplicate"
      icon={DUPLICATE}
      onClick={() => open({ kind: 'duplicate', row })}
    />
  ))

/** The Delete button of an active row, or the Restore button of a deleted one. */
export const deleteRestoreAction =
  <Row extends { is_deleted: boolean }>(open: Open<'delete' | 'restore', Row>): RowAction<Row> =>
  (row, name) => {
    const kind = row.is_deleted ? 'restore' : 'delete'
    return (
      <ActionButton
        label={`${row.is_deleted ? 'Restore' : 'Delete'} ${name}`}
        tip={row.is_deleted ? 'Restore' : 'Delete'}
        color={row.is_deleted ? 'green' : 'red'}
        {...(!row.is_deleted && { shortcut: 'Delete' })}
        isOnPage={row.is_deleted}
        icon={row.is_deleted ? RESTORE : DELETE}
        onClick={() => open({ kind, row })}
      />
    )
  }

/** The History button. */
export const historyAction = <Row,>(open: Open<'history', Row>): RowAction<Row> =>
  seldom((row, name) => (
    <ActionButton
      label={`History of ${name}`}
      tip="History"
      needsServer
      icon={HISTORY}
      onClick={() => open({ kind: 'history', row })}
    />
  ))
