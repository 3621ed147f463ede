import { models } from '#contract/models.ts'
import { type Year, years } from '#contract/years.ts'
import { LifecycleModals } from '#web/records/dialogs/delete-restore-dialog.tsx'
import { useRowDialog } from '#web/records/dialogs/use-row-dialog.ts'
import { rowNumber, status, text } from '#web/records/list/columns.tsx'
import { ListGrid } from '#web/records/list/list-grid.tsx'
import { NewButton } from '#web/records/list/new-button.tsx'
import { actions, editAction, lifecycleAction } from '#web/records/list/row-actions.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { YearForm } from './year-form.tsx'

const nameOf = (year: Year) => year.name

export function YearsScreen() {
  const { dialog, open, close } = useRowDialog<Year>('years')

  return (
    <Page title="Years" actions={<NewButton onClick={() => open({ kind: 'new' })} />}>
      <ListGrid
        list={years.list}
        label="Years"
        columns={[
          rowNumber(),
          text('name', 'Name'),
          status(),
          actions(nameOf, [editAction(open), lifecycleAction(open)]),
        ]}
      />
      {dialog?.kind === 'new' && <YearForm draft={dialog.draft} onClose={close} />}
      {dialog?.kind === 'edit' && <YearForm year={dialog.row} draft={dialog.draft} onClose={close} />}
      <LifecycleModals
        dialog={dialog}
        onClose={close}
        wording={{ title: 'Year', text: 'year' }}
        nameOf={nameOf}
        remove={years.delete}
        restore={years.restore}
        input={(year) => ({ year_id: year._id, version: year.version })}
        refresh={[years.list, models.list]}
      />
    </Page>
  )
}
