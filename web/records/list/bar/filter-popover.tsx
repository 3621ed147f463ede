import { Popover } from '@mantine/core'
import type { ReactElement } from 'react'
import type { Column } from '#web/records/list/columns/columns.tsx'
import { type Filter, type NextFilter, NO_FILTER } from '#web/records/list/filters/column-filters.tsx'
import type { ListedRow } from '#web/records/list/rows/listed-row.ts'

/** The role of its form: the element that it opens at does not have it. */
const DIALOG = { role: 'dialog' }

type FilterPopoverProps = {
  column: Column<ListedRow> | undefined
  value: Filter | undefined
  onChange: (next: NextFilter) => void
  opened: boolean
  /** Closes it, and gives the focus back. */
  onClose: () => void
  /** The element that it opens at. */
  children: ReactElement
}

/** The form of a filter, at what opens it. */
export function FilterPopover({ column, value, onChange, opened, onClose, children }: FilterPopoverProps) {
  const Form = column?.filter?.Form
  return (
    <Popover
      opened={opened}
      onChange={onClose}
      trapFocus
      withinPortal
      withRoles={false}
      // Escape closes the menu of operators first.
      closeOnEscape={false}
      position="bottom-start"
      width={264}
    >
      <Popover.Target>{children}</Popover.Target>
      {column && Form && (
        <Popover.Dropdown
          {...DIALOG}
          aria-label={`Filter by ${column.title}`}
          onKeyDownCapture={(event) => {
            if (event.key === 'Escape' && !event.currentTarget.querySelector('[role=menu]')) onClose()
          }}
        >
          <Form title={column.title} value={value ?? NO_FILTER} onChange={onChange} />
        </Popover.Dropdown>
      )}
    </Popover>
  )
}
