import { Button, Tooltip } from '@mantine/core'
import { Printer } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { ColumnsMenu } from '#web/records/list/columns/columns-menu.tsx'
import type { List } from '#web/records/list/state/use-list.ts'
import { AddFilter } from './add-filter.tsx'
import { FilterPill } from './filter-pill.tsx'
import classes from './list-bar.module.css'

type ListBarProps = {
  list: List
  /** Its views as tabs, where it has some. */
  tabs?: ReactNode
  onClearFilters: () => void
  /** The page is about this list, which can be printed. */
  prints?: boolean
  /** The button that exports it, where it can be. */
  exporting?: ReactNode
}

/** The bar above a list: its views, the filters in force, what adds a filter, its columns, and Print. */
export function ListBar({ list, tabs, onClearFilters, prints = false, exporting }: ListBarProps) {
  const { columns, filtered, state, change, page, isPlaceholderData, columnSettings } = list
  const add = useRef<HTMLDivElement>(null)
  const rows = page?.data ?? []
  const inForce = columns.filter(({ field }) => filtered.includes(field))

  return (
    <div className={classes.bar} data-above-list>
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
