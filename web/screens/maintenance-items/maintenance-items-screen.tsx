import { Button } from '@mantine/core'
import { Plus } from 'lucide-react'
import { type MaintenanceItem, maintenanceItems } from '#contract/maintenance-items.ts'
import { screens } from '#web/navigation/screens.ts'
import { DeleteRestoreDialog } from '#web/records/dialogs/delete-restore-dialog.tsx'
import { useRowDialog } from '#web/records/dialogs/use-row-dialog.ts'
import { type Column, rowNumber, status, text } from '#web/records/list/columns.tsx'
import { ListGrid } from '#web/records/list/list-grid.tsx'
import { actions, deleteRestoreAction, editAction } from '#web/records/list/row-actions.tsx'
import { formatDate } from '#web/ui/format.ts'
import { Page } from '#web/ui/page/page.tsx'
import { dueDateFilter } from './due-date-filter.tsx'
import { MaintenanceItemForm } from './maintenance-item-form.tsx'

const nameOf = (item: MaintenanceItem) => item.reminder_name

const dueDate: Column<MaintenanceItem> = {
  field: 'due_date',
  title: 'Due Date',
  sortable: true,
  filter: dueDateFilter,
  width: 156,
  cell: (item) => formatDate(item.due_date),
}

export function MaintenanceItemsScreen() {
  const { dialog, open, close } = useRowDialog<MaintenanceItem>('maintenance-items')

  return (
    <Page title={screens.maintenanceItems.title}>
      <ListGrid
        list={maintenanceItems.list}
        label="Maintenance Items"
        columns={[
          { ...rowNumber(), pinned: 'left' },
          text('reminder_name', 'Reminder Name', { minWidth: 184 }),
          text('item_name', 'Item Name', { minWidth: 146 }),
          text('note', 'Note', { minWidth: 180, flex: 2 }),
          text('added_by', 'Added By', { minWidth: 130 }),
          dueDate,
          status(),
          actions(nameOf, [editAction(open), deleteRestoreAction(open)]),
        ]}
      >
        {/* Spec, section 2: no New button in the page header, although a New modal exists. */}
        <Button
          variant="default"
          size="xs"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => open({ kind: 'new' })}
        >
          Add maintenance item
        </Button>
      </ListGrid>
      {dialog?.kind === 'new' && <MaintenanceItemForm draft={dialog.draft} onClose={close} />}
      {dialog?.kind === 'edit' && <MaintenanceItemForm item={dialog.row} draft={dialog.draft} onClose={close} />}
      <DeleteRestoreDialog
        dialog={dialog}
        onClose={close}
        wording={{ title: 'Maintenance Item', text: 'maintenance item' }}
        nameOf={nameOf}
        remove={maintenanceItems.delete}
        restore={maintenanceItems.restore}
        input={(item) => ({ maintenance_id: item._id, version: item.version })}
      />
    </Page>
  )
}
