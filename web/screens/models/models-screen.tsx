import { type Model, models } from '#contract/models.ts'
import { withHelp } from '#web/navigation/help.ts'
import { screens } from '#web/navigation/screens.ts'
import { RecordHistory } from '#web/records/changes/record-history.tsx'
import { DeleteRestoreDialog } from '#web/records/dialogs/delete-restore-dialog.tsx'
import { useRowDialog } from '#web/records/dialogs/use-row-dialog.ts'
import { number, rowNumber, status, text } from '#web/records/list/columns.tsx'
import { ListScreen } from '#web/records/list/list-screen.tsx'
import { actions, deleteRestoreAction, editAction, historyAction } from '#web/records/list/row-actions.tsx'
import { ModelForm } from './model-form.tsx'

const nameOf = (model: Model) => model.name

export function ModelsScreen() {
  const { dialog, open, close, missing } = useRowDialog<Model>('models', models)

  return (
    <ListScreen
      screen={withHelp(screens.models)}
      name="models"
      selectable={nameOf}
      sequence={{ nameOf }}
      list={models.list}
      columns={[
        rowNumber(),
        text('rv_type', 'RV Type Name', { minWidth: 160 }),
        text('year_name', 'Year', { minWidth: 92, flex: 0.5 }),
        text('name', 'Name', { minWidth: 112 }),
        number('seq_no', 'Sequence No.'),
        text('description', 'Description', { minWidth: 172, flex: 2 }),
        status(),
        actions(nameOf, [editAction(open), deleteRestoreAction(open), historyAction(open)]),
      ]}
      onNew={() => open({ kind: 'new' })}
    >
      {dialog?.kind === 'new' && <ModelForm draft={dialog.draft} onClose={close} />}
      {dialog?.kind === 'edit' && <ModelForm model={dialog.row} draft={dialog.draft} onClose={close} />}
      <DeleteRestoreDialog
        type="models"
        dialog={dialog}
        onClose={close}
        wording={{ title: 'Model', text: 'model' }}
        nameOf={nameOf}
        remove={models.delete}
        restore={models.restore}
        input={(model) => ({ model_id: model._id, version: model.version })}
      />
      <RecordHistory type="models" dialog={dialog} onEdit={open} onClose={close} />
      {missing}
    </ListScreen>
  )
}
