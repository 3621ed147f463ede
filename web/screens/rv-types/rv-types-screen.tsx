import { rvTypes } from '#contract/rv-types.ts'
import { count, number, rowNumber, status, text } from '#web/records/list/columns/columns.tsx'
import { frenchColumn } from '#web/records/list/columns/french-column.ts'
import { RecordScreen } from '#web/records/record/record-screen.tsx'
import { RvTypeForm } from '#web/shared-forms/rv-type-form.tsx'

export function RvTypesScreen() {
  return (
    <RecordScreen
      type="rv_types"
      calls={rvTypes}
      columns={[
        rowNumber(),
        text('name'),
        number('seq_no'),
        status(),
        count('model_count', 'Models'),
        ...frenchColumn(),
      ]}
      form={({ record, ...form }) => <RvTypeForm rvType={record} {...form} />}
    />
  )
}
