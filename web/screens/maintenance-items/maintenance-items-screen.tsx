import { type MaintenanceItem, maintenanceItems } from '#contract/maintenance-items.ts'
import { AddButton } from '#web/records/list/add-button.tsx'
import { type Column, rowNumber, status, text } from '#web/records/list/columns/columns.tsx'
import { dateFilter } from '#web/records/list/filters/date-filter.tsx'
import { addedByColumn } from '#web/records/record/added-by-column.ts'
import { RecordScreen } from '#web/records/record/record-screen.tsx'
import { formatDate } from '#web/ui/format.ts'
import { MaintenanceItemForm } from './maintenance-item-form.tsx'

const dueDate: Column<MaintenanceItem> = {
  field: 'due_date',
  title: 'Due Date',
  sortable: true,
  filter: dateFilter,
  width: 132,
  cell: (item) => formatDate(item.due_date),
}

export function MaintenanceItemsScreen() {
  return (
    <RecordScreen
      type="maintenance_items"
      calls={maintenanceItems}
      label="Maintenance Items"
      columns={[
        { ...rowNumber(), pinned: 'left' },
        text('reminder_name', { minWidth: 254 }),
        text('item_name', { minWidth: 172 }),
        text('note', { minWidth: 110, flex: 4 }),
        addedByColumn(130),
        dueDate,
        status(),
      ]}
      // Spec, section 2: no New button in the page header, although a New modal exists.
      footer={(onNew) => <AddButton label="Add maintenance item" onClick={onNew} />}
      form={({ record, ...form }) => <MaintenanceItemForm item={record} {...form} />}
    />
  )
}
