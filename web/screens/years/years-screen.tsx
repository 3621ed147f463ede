import { years } from '#contract/years.ts'
import { count, ownersStatus, rowNumber, text } from '#web/records/list/columns/columns.tsx'
import { RecordScreen } from '#web/records/record/record-screen.tsx'
import { YearForm } from '#web/shared-forms/year-form.tsx'

export function YearsScreen() {
  return (
    <RecordScreen
      type="years"
      calls={years}
      columns={[rowNumber(), text('name'), ownersStatus(), count('model_count', 'Models')]}
      copies
      form={({ record, ...form }) => <YearForm year={record} {...form} />}
    />
  )
}
