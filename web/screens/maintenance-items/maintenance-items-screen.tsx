import { Button } from '@mantine/core'
import { Plus } from 'lucide-react'
import { type MaintenanceItem, maintenanceItems } from '#contract/maintenance-items.ts'
import { withHelp } from '#web/navigation/help.ts'
import { screens } from '#web/navigation/screens.ts'
import { RecordHistory } from '#web/records/changes/record-history.tsx'
import { DeleteRestoreDialog } from '#web/records/dialogs/delete-restore-dialog.tsx'
import { useRowDialog } from '#web/records/dialogs/use-row-dialog.ts'
import { type Column, rowNumber, status, text } from '#web/records/list/columns.tsx'
import { dateFilter } from '#web/records/list/date-filter.tsx'
import { ListScreen } from '#web/records/list/list-screen.tsx'
import { actions, deleteRestoreAction, editAction, historyAction } from '#web/records/list/row-actions.tsx'
import { formatDate } from '#web/ui/format.ts'
import { MaintenanceItemForm } from './maintenance-item-form.tsx'

const nameOf = (item: MaintenanceItem) => item.reminder_name

const dueDate: Column<MaintenanceItem> = {
  field: 'due_date',
  title: 'Due Date',
  sortable: true,
  filter: dateFilter,
  width: 156,
  cell: (item) => formatDate(item.due_date),
}

export function MaintenanceItemsScreen() {
  const { dialog, open, close, missing } = useRowDialog<MaintenanceItem>('maintenance-items', maintenanceItems)

  return (
    <ListScreen
      screen={withHelp(screens.maintenanceItems)}
      name="maintenance_items"
      selectable={nameOf}
      list={maintenanceItems.list}
      label="Maintenance Items"
      columns={[
        { ...rowNumber(), pinned: 'left' },
        text('reminder_name', 'Reminder Name', { minWidth: 168 }),
        text('item_name', 'Item Name', { minWidth: 134 }),
        text('note', 'Note', { minWidth: 150, flex: 2 }),
        text('added_by', 'Added By', { minWidth: 124 }),
        dueDate,
        status(),
        actions(nameOf, [editAction(open), deleteRestoreAction(open), historyAction(open)]),
      ]}
      // Spec, section 2: no New button in the page header, although a New modal exists.
      footer={
        <Button
          variant="default"
          size="xs"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => open({ kind: 'new' })}
        >
          Add maintenance item
        </Button>
      }
    >
      {dialog?.kind === 'new' && <MaintenanceItemForm draft={dialog.draft} onClose={close} />}
      {dialog?.kind === 'edit' && <MaintenanceItemForm item={dialog.row} draft={dialog.draft} onClose={close} />}
      <DeleteRestoreDialog
        type="maintenance_items"
        dialog={dialog}
        onClose={close}
        wording={{ title: 'Maintenance Item', text: 'maintenance item' }}
        nameOf={nameOf}
        remove={maintenanceItems.delete}
        restore={maintenanceItems.restore}
        input={(item) => ({ maintenance_id: item._id, version: item.version })}
      />
      <RecordHistory type="maintenance_items" dialog={dialog} onEdit={open} onClose={close} />
      {missing}
    </ListScreen>
  )
}
