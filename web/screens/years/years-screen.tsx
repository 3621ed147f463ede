import { type Year, years } from '#contract/years.ts'
import { withHelp } from '#web/navigation/help.ts'
import { screens } from '#web/navigation/screens.ts'
import { RecordHistory } from '#web/records/changes/record-history.tsx'
import { DeleteRestoreDialog } from '#web/records/dialogs/delete-restore-dialog.tsx'
import { useRowDialog } from '#web/records/dialogs/use-row-dialog.ts'
import { count, rowNumber, status, text } from '#web/records/list/columns.tsx'
import { ListScreen } from '#web/records/list/list-screen.tsx'
import { actions, deleteRestoreAction, editAction, historyAction } from '#web/records/list/row-actions.tsx'
import { YearForm } from './year-form.tsx'

const nameOf = (year: Year) => year.name

export function YearsScreen() {
  const { dialog, open, close, missing } = useRowDialog<Year>('years', years)

  return (
    <ListScreen
      screen={withHelp(screens.years)}
      name="years"
      selectable={nameOf}
      list={years.list}
      columns={[
        rowNumber(),
        text('name', 'Name'),
        status(),
        count('model_count', 'Models'),
        actions(nameOf, [editAction(open), deleteRestoreAction(open), historyAction(open)]),
      ]}
      onNew={() => open({ kind: 'new' })}
    >
      {dialog?.kind === 'new' && <YearForm draft={dialog.draft} onClose={close} />}
      {dialog?.kind === 'edit' && <YearForm year={dialog.row} draft={dialog.draft} onClose={close} />}
      <DeleteRestoreDialog
        type="years"
        dialog={dialog}
        onClose={close}
        wording={{ title: 'Year', text: 'year' }}
        nameOf={nameOf}
        remove={years.delete}
        restore={years.restore}
        input={(year) => ({ year_id: year._id, version: year.version })}
      />
      <RecordHistory type="years" dialog={dialog} onEdit={open} onClose={close} />
      {missing}
    </ListScreen>
  )
}
