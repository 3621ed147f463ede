import { models } from '#contract/models.ts'
import { type Year, years } from '#contract/years.ts'
import { rowNumber, status, text } from '#web/records/columns.tsx'
import { LifecycleModals } from '#web/records/lifecycle-modals.tsx'
import { ListGrid } from '#web/records/list-grid.tsx'
import { NewButton } from '#web/records/new-button.tsx'
import { actions, editAction, lifecycleAction } from '#web/records/row-actions.tsx'
import { useRowDialog } from '#web/records/use-row-dialog.ts'
import { Page } from '#web/ui/page.tsx'
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
