import { type RvType, rvTypes } from '#contract/rv-types.ts'
import { screens } from '#web/navigation/screens.ts'
import { DeleteRestoreDialog } from '#web/records/dialogs/delete-restore-dialog.tsx'
import { useRowDialog } from '#web/records/dialogs/use-row-dialog.ts'
import { number, rowNumber, status, text } from '#web/records/list/columns.tsx'
import { ListGrid } from '#web/records/list/list-grid.tsx'
import { NewButton } from '#web/records/list/new-button.tsx'
import { actions, deleteRestoreAction, editAction } from '#web/records/list/row-actions.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { RvTypeForm } from './rv-type-form.tsx'

const nameOf = (rvType: RvType) => rvType.name

export function RvTypesScreen() {
  const { dialog, open, close } = useRowDialog<RvType>('rv-types')

  return (
    <Page title={screens.rvTypes.title} actions={<NewButton onClick={() => open({ kind: 'new' })} />}>
      <ListGrid
        list={rvTypes.list}
        label={screens.rvTypes.title}
        columns={[
          rowNumber(),
          text('name', 'Name'),
          number('seq_no', 'Sequence No.'),
          status(),
          actions(nameOf, [editAction(open), deleteRestoreAction(open)]),
        ]}
      />
      {dialog?.kind === 'new' && <RvTypeForm draft={dialog.draft} onClose={close} />}
      {dialog?.kind === 'edit' && <RvTypeForm rvType={dialog.row} draft={dialog.draft} onClose={close} />}
      <DeleteRestoreDialog
        dialog={dialog}
        onClose={close}
        wording={{ title: 'RV Type', text: 'RV type' }}
        nameOf={nameOf}
        remove={rvTypes.delete}
        restore={rvTypes.restore}
        input={(rvType) => ({ cat_id: rvType._id, version: rvType.version })}
      />
    </Page>
  )
}
