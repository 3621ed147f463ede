import { Button, Tooltip } from '@mantine/core'
import { Printer, Settings2, SlidersHorizontal } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useRef, useState } from 'react'
import { ColumnsMenu } from '#web/records/list/columns/columns-menu.tsx'
import type { List } from '#web/records/list/state/use-list.ts'
import { useNarrowerThan } from '#web/ui/theme/breakpoints.ts'
import { AddFilter } from './add-filter.tsx'
import { FilterPill } from './filter-pill.tsx'
import classes from './list-bar.module.css'

type ListBarProps = {
  list: List
  /** Its views as tabs, where it has some. */
  tabs?: ReactNode
  /** The titles and filters, which phones show only while they are open. */
  head: { id: string; isOpen: boolean; toggle: () => void }
  onClearFilters: () => void
  /** The page is about this list, which can be printed. */
  prints?: boolean
  /** The button that exports it, where it can be. */
  exporting?: ReactNode
}

/**
 * The bar above a list: its views, the filters in force, what adds a filter, its columns, and Print. On phones it is
 * two buttons that unfold it and the titles and filters.
 */
export function ListBar({ list, tabs, head, onClearFilters, prints = false, exporting }: ListBarProps) {
  const { columns, filtered, state, change, page, isPlaceholderData, columnSettings } = list
  const onPhone = useNarrowerThan('sm')
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const add = useRef<HTMLDivElement>(null)
  const rows = page?.data ?? []
  const inForce = columns.filter(({ field }) => filtered.includes(field))

  return (
    <div className={classes.bar} id={id} data-above-list data-folded={(onPhone && !isOpen) || undefined}>
      {onPhone && (
        <div className={classes.folds} data-folds>
          <Fold aria-expanded={head.isOpen} aria-controls={head.id} onClick={head.toggle}>
            <SlidersHorizontal size={16} aria-hidden />
            <span>{inForce.length ? `Sort and filter (${inForce.length})` : 'Sort and filter'}</span>
          </Fold>
          <Fold aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
            <Settings2 size={16} aria-hidden />
            <span>{tabs ? 'Views and tools' : 'List tools'}</span>
          </Fold>
        </div>
      )}
      {tabs}
      <div className={classes.filters}>
        {inForce.length > 0 && (
          <ul className={classes.pills} aria-label="Filters in force">
            {inForce.map((column) => (
              <FilterPill
                key={column.field}
                column={column}
                value={state.filters[column.field]}
                rows={isPlaceholderData ? undefined : page?.data}
                onChange={(next) => change.setFilter(column.field, next)}
                onRemove={() => {
                  change.setFilter(column.field, null)
                  // The button is gone then, and with it the focus.
                  add.current?.querySelector('button')?.focus()
                }}
              />
            ))}
          </ul>
        )}
        <AddFilter ref={add} columns={columns} filters={state.filters} onChange={change.setFilter} />
        {inForce.length > 0 && rows.length > 0 && (
          <Button variant="subtle" size="xs" onClick={onClearFilters}>
            Clear filters
          </Button>
        )}
      </div>
      <div className={classes.tools}>
        <ColumnsMenu columns={columnSettings} onHide={(field) => change.setFilter(field, null)} />
        {exporting}
        {prints && (
          <Tooltip label="Print">
            <Button variant="default" size="xs" px="xs" aria-label="Print" onClick={() => window.print()}>
              <Printer size={14} aria-hidden />
            </Button>
          </Tooltip>
        )}
      </div>
    </div>
  )
}

const Fold = (props: ComponentProps<'button'>) => <button type="button" className={classes.fold} {...props} />
