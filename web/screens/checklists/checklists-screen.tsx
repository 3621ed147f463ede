import { type Checklist, checklists } from '#contract/checklists.ts'
import { withHelp } from '#web/navigation/help.ts'
import { screens } from '#web/navigation/screens.ts'
import { RecordHistory } from '#web/records/changes/record-history.tsx'
import { DeleteRestoreDialog } from '#web/records/dialogs/delete-restore-dialog.tsx'
import { useRowDialog } from '#web/records/dialogs/use-row-dialog.ts'
import { rowNumber, status, text } from '#web/records/list/columns.tsx'
import { ListScreen } from '#web/records/list/list-screen.tsx'
import { actions, deleteRestoreAction, editAction, historyAction } from '#web/records/list/row-actions.tsx'
import { ChecklistForm } from './checklist-form.tsx'

const nameOf = (checklist: Checklist) => checklist.name

export function ChecklistsScreen() {
  const { dialog, open, close, missing } = useRowDialog<Checklist>('checklists', checklists)

  return (
    <ListScreen
      screen={withHelp(screens.checklists)}
      name="checklists"
      selectable={nameOf}
      list={checklists.list}
      label="Checklists"
      columns={[
        rowNumber(),
        text('name', 'Name'),
        text('note', 'Note', { minWidth: 200, flex: 2 }),
        text('added_by', 'Added By'),
        status(),
        actions(nameOf, [editAction(open), deleteRestoreAction(open), historyAction(open)]),
      ]}
      onNew={() => open({ kind: 'new' })}
    >
      {dialog?.kind === 'new' && <ChecklistForm draft={dialog.draft} onClose={close} />}
      {dialog?.kind === 'edit' && <ChecklistForm checklist={dialog.row} draft={dialog.draft} onClose={close} />}
      <DeleteRestoreDialog
        type="checklists"
        dialog={dialog}
        onClose={close}
        wording={{ title: 'Checklist', text: 'checklist' }}
        nameOf={nameOf}
        remove={checklists.delete}
        restore={checklists.restore}
        input={(checklist) => ({ checklist_id: checklist._id, version: checklist.version })}
      />
      <RecordHistory type="checklists" dialog={dialog} onEdit={open} onClose={close} />
      {missing}
    </ListScreen>
  )
}
