import { ActionIcon, Button, Checkbox, Group, Popover, ScrollArea, Text, VisuallyHidden } from '@mantine/core'
import { ChevronDown, ChevronsLeftRight, ChevronsRightLeft, ChevronUp, Columns3, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { dragColumn } from '#web/records/list/grid/drag-column.ts'
import { resizeBy } from '#web/records/list/grid/header-cell.tsx'
import { useNarrowerThan } from '#web/ui/theme/breakpoints.ts'
import type { ColumnSettings } from './column-settings.ts'
import classes from './columns-menu.module.css'

type ColumnsMenuProps = {
  columns: ColumnSettings
  /** Called for a column that is hidden, whose filter would no longer be seen. */
  onHide: (field: string) => void
}

/** The button below a list that chooses, orders, widens and resets its columns. */
export function ColumnsMenu({ columns, onHide }: ColumnsMenuProps) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus withinPortal position="top-start" width={320}>
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<Columns3 size={14} aria-hidden />}
          onClick={() => setOpened((open) => !open)}
        >
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs">
        <ColumnList columns={columns} onHide={onHide} />
        <Group justify="space-between" mt="xs" px={4} wrap="nowrap">
          <Text size="xs" c="dimmed">
            Drag, or Alt+↑ and Alt+↓
          </Text>
          <Button size="xs" variant="default" disabled={!columns.reset} onClick={columns.reset}>
            Reset
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}

function ColumnList({ columns: { arranged, arrange, show }, onHide }: ColumnsMenuProps) {
  const movable = arranged.filter(({ column }) => !column.pinned)
  // In view at the right, it is hidden but not moved.
  const fixed = arranged.filter(({ column }) => column.pinned === 'right' && !column.actions)
  const last = [...movable, ...fixed].filter(({ shown }) => shown).length === 1
  const [moved, setMoved] = useState('')
  // Cards have no columns.
  const hasWidths = !useNarrowerThan('sm')

  function move(place: number, by: -1 | 1) {
    const [one, other] = [movable[place]?.column, movable[place + by]?.column]
    if (!one || !other) return
    arrange.move(one.field, other.field)
    setMoved(`${one.title} is column ${place + by + 1} of ${movable.length}`)
  }

  function handleKeys(event: KeyboardEvent, place: number) {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (!by || !event.altKey) return
    event.preventDefault()
    move(place, by)
  }

  const box = (
    { column: { field, title }, shown }: ColumnSettings['arranged'][number],
    onKeyDown?: (event: KeyboardEvent) => void,
  ) => (
    <Checkbox
      label={title}
      checked={shown}
      // Without any column, neither the list could be read nor its head be used.
      disabled={shown && last}
      onChange={({ currentTarget: { checked } }) => {
        if (!checked) onHide(field)
        show(field, checked)
      }}
      onKeyDown={onKeyDown}
      size="sm"
      className={classes.name ?? ''}
    />
  )

  return (
    <ScrollArea.Autosize mah={340} offsetScrollbars="y">
      <ul className={classes.list} aria-label="Columns">
        {movable.map((part, place) => (
          <li key={part.column.field} className={classes.column} {...dragColumn(part.column.field, arrange.move)}>
            {box(part, (event) => handleKeys(event, place))}
            {hasWidths && !part.column.fixed && (
              <>
                <ColumnButton
                  label={`Make ${part.column.title} narrower`}
                  icon={ChevronsRightLeft}
                  disabled={!part.shown}
                  onClick={() => resizeBy(-1, part.column.field, arrange)}
                />
                <ColumnButton
                  label={`Make ${part.column.title} wider`}
                  icon={ChevronsLeftRight}
                  disabled={!part.shown}
                  onClick={() => resizeBy(1, part.column.field, arrange)}
                />
              </>
            )}
            <ColumnButton
              label={`Move ${part.column.title} up`}
              icon={ChevronUp}
              disabled={place === 0}
              onClick={() => move(place, -1)}
            />
            <ColumnButton
              label={`Move ${part.column.title} down`}
              icon={ChevronDown}
              disabled={place === movable.length - 1}
              onClick={() => move(place, 1)}
            />
          </li>
        ))}
        {fixed.map((part) => (
          <li key={part.column.field} className={classes.column} data-fixed>
            {box(part)}
          </li>
        ))}
      </ul>
      <VisuallyHidden component="output">{moved}</VisuallyHidden>
    </ScrollArea.Autosize>
  )
}

type ColumnButtonProps = { label: string; icon: LucideIcon; disabled: boolean; onClick: () => void }

function ColumnButton({ label, icon: Icon, disabled, onClick }: ColumnButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={24}
      title={label}
      aria-label={label}
      aria-disabled={disabled || undefined}
      data-disabled={disabled || undefined}
      tabIndex={-1}
      onClick={() => disabled || onClick()}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  )
}
