import { models } from '#contract/models.ts'
import { number, ownersStatus, rowNumber, text } from '#web/records/list/columns/columns.tsx'
import { frenchColumn } from '#web/records/list/columns/french-column.ts'
import { RecordScreen } from '#web/records/record/record-screen.tsx'
import { ModelForm } from '#web/shared-forms/model-form.tsx'

export function ModelsScreen() {
  return (
    <RecordScreen
      type="models"
      calls={models}
      columns={[
        rowNumber(),
        text('rv_type', { title: 'RV Type Name', minWidth: 196 }),
        text('year_name', { title: 'Year', minWidth: 118, flex: 0.5 }),
        text('name', { minWidth: 112 }),
        number('seq_no'),
        text('description', { minWidth: 172, flex: 4 }),
        text('external_id', { optional: true }),
        ownersStatus(),
        ...frenchColumn(),
      ]}
      copies
      form={({ record, ...form }) => <ModelForm model={record} {...form} />}
    />
  )
}
