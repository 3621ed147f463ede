import { Menu } from '@mantine/core'
import { Plus } from 'lucide-react'
import { type RefObject, useState } from 'react'
import type { Column } from '#web/records/list/columns/columns.tsx'
import type { Filter, NextFilter } from '#web/records/list/filters/column-filters.tsx'
import type { ListedRow } from '#web/records/list/rows/listed-row.ts'
import { MenuButton } from '#web/ui/menu-button.tsx'
import { FilterPopover } from './filter-popover.tsx'
import classes from './list-bar.module.css'

type AddFilterProps = {
  ref: RefObject<HTMLDivElement | null>
  columns: Column<ListedRow>[]
  filters: Record<string, Filter>
  onChange: (field: string, next: NextFilter) => void
}

/**
 * The menu of everything a list can be filtered by, hidden columns among it; choosing one opens the form of its filter.
 */
export function AddFilter({ ref, columns, filters, onChange }: AddFilterProps) {
  const [chosen, setChosen] = useState<string>()
  const [opened, setOpened] = useState(false)
  const offered = columns.filter(({ filter }) => filter?.Form)
  const column = offered.find(({ field }) => field === chosen)
  if (!offered.length) return null
  return (
    <FilterPopover
      column={column}
      value={column && filters[column.field]}
      onChange={(next) => column && onChange(column.field, next)}
      opened={opened}
      onClose={() => {
        setOpened(false)
        ref.current?.querySelector('button')?.focus()
      }}
    >
      <div ref={ref} className={classes.add}>
        <MenuButton
          className={classes.addButton}
          position="bottom-start"
          menu={offered.map(({ field, title }) => (
            <Menu.Item
              key={field}
              onClick={() => {
                setChosen(field)
                setOpened(true)
              }}
            >
              {title}
            </Menu.Item>
          ))}
        >
          <Plus size={14} aria-hidden />
          <span>Filter</span>
        </MenuButton>
      </div>
    </FilterPopover>
  )
}
