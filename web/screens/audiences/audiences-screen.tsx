import { audiences } from '#contract/audiences.ts'
import { rowNumber, status, text } from '#web/records/list/columns/columns.tsx'
import { RecordScreen } from '#web/records/record/record-screen.tsx'
import { AudienceForm } from './audience-form.tsx'

export function AudiencesScreen() {
  return (
    <RecordScreen
      type="audiences"
      calls={audiences}
      columns={[
        rowNumber(),
        text('name', { minWidth: 200 }),
        { field: 'meant_for', screenOnly: true, title: 'Who Is Meant', minWidth: 260, flex: 2 },
        status(),
      ]}
      copies
      form={({ record, ...form }) => <AudienceForm audience={record} {...form} />}
    />
  )
}
