import { checklists } from '#contract/checklists.ts'
import { rowNumber, status, text } from '#web/records/list/columns/columns.tsx'
import { frenchColumn } from '#web/records/list/columns/french-column.ts'
import { addedByColumn } from '#web/records/record/added-by-column.ts'
import { RecordScreen } from '#web/records/record/record-screen.tsx'
import { ChecklistForm } from './checklist-form.tsx'

export function ChecklistsScreen() {
  return (
    <RecordScreen
      type="checklists"
      calls={checklists}
      label="Checklists"
      columns={[
        rowNumber(),
        text('name', { minWidth: 220 }),
        text('note', { minWidth: 200, flex: 2 }),
        addedByColumn(),
        status(),
        ...frenchColumn(),
      ]}
      form={({ record, ...form }) => <ChecklistForm checklist={record} {...form} />}
    />
  )
}
