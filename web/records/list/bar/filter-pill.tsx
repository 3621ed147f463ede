import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Column } from '#web/records/list/columns/columns.tsx'
import { type Filter, type NextFilter, NO_FILTER } from '#web/records/list/filters/column-filters.tsx'
import type { ListedRow } from '#web/records/list/rows/listed-row.ts'
import { FilterPopover } from './filter-popover.tsx'
import classes from './list-bar.module.css'
import { useReferredName } from './use-referred-name.ts'

type FilterPillProps = {
  column: Column<ListedRow>
  value: Filter | undefined
  /** The rows that match it, if they have been read. */
  rows: ListedRow[] | undefined
  onChange: (next: NextFilter) => void
  onRemove: () => void
}

/** A filter in force in words, which opens its form, and a button that removes it. */
export function FilterPill({ column, value = NO_FILTER, rows, onChange, onRemove }: FilterPillProps) {
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpened(false)
    button.current?.focus()
  }
  const { filter, title } = column
  const name = useReferredName(filter?.refersTo, value.text, rows)
  const text = `${title} ${filter?.words(value, name)}`
  return (
    <li className={classes.pill}>
      {filter?.Form ? (
        <FilterPopover {...{ column, value, onChange, opened }} onClose={close}>
          <button
            ref={button}
            type="button"
            className={classes.says}
            title={text}
            aria-haspopup="dialog"
            aria-expanded={opened}
            onClick={() => (opened ? close() : setOpened(true))}
          >
            {text}
          </button>
        </FilterPopover>
      ) : (
        <span className={classes.says} title={text}>
          {text}
        </span>
      )}
      <button type="button" className={classes.remove} aria-label={`Remove filter: ${text}`} onClick={onRemove}>
        <X size={14} aria-hidden />
      </button>
    </li>
  )
}
