import { type RvType, rvTypes } from '#contract/rv-types.ts'
import { withHelp } from '#web/navigation/help.ts'
import { screens } from '#web/navigation/screens.ts'
import { RecordHistory } from '#web/records/changes/record-history.tsx'
import { DeleteRestoreDialog } from '#web/records/dialogs/delete-restore-dialog.tsx'
import { useRowDialog } from '#web/records/dialogs/use-row-dialog.ts'
import { count, number, rowNumber, status, text } from '#web/records/list/columns.tsx'
import { ListScreen } from '#web/records/list/list-screen.tsx'
import { actions, deleteRestoreAction, editAction, historyAction } from '#web/records/list/row-actions.tsx'
import { RvTypeForm } from './rv-type-form.tsx'

const nameOf = (rvType: RvType) => rvType.name

export function RvTypesScreen() {
  const { dialog, open, close, missing } = useRowDialog<RvType>('rv-types', rvTypes)

  return (
    <ListScreen
      screen={withHelp(screens.rvTypes)}
      name="rv_types"
      selectable={nameOf}
      sequence={{ nameOf }}
      list={rvTypes.list}
      columns={[
        rowNumber(),
        text('name', 'Name'),
        number('seq_no', 'Sequence No.'),
        status(),
        count('model_count', 'Models'),
        actions(nameOf, [editAction(open), deleteRestoreAction(open), historyAction(open)]),
      ]}
      onNew={() => open({ kind: 'new' })}
    >
      {dialog?.kind === 'new' && <RvTypeForm draft={dialog.draft} onClose={close} />}
      {dialog?.kind === 'edit' && <RvTypeForm rvType={dialog.row} draft={dialog.draft} onClose={close} />}
      <DeleteRestoreDialog
        type="rv_types"
        dialog={dialog}
        onClose={close}
        wording={{ title: 'RV Type', text: 'RV type' }}
        nameOf={nameOf}
        remove={rvTypes.delete}
        restore={rvTypes.restore}
        input={(rvType) => ({ cat_id: rvType._id, version: rvType.version })}
      />
      <RecordHistory type="rv_types" dialog={dialog} onEdit={open} onClose={close} />
      {missing}
    </ListScreen>
  )
}
