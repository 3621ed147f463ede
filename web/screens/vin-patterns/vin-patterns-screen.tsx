import { vinPatterns } from '#contract/vin-patterns.ts'
import { rowNumber, status, text } from '#web/records/list/columns/columns.tsx'
import { RecordScreen } from '#web/records/record/record-screen.tsx'
import { VinPatternForm } from './vin-pattern-form.tsx'

export function VinPatternsScreen() {
  return (
    <RecordScreen
      type="vin_patterns"
      calls={vinPatterns}
      columns={[
        rowNumber(),
        text('prefix', { title: 'VIN Begins With', minWidth: 180 }),
        text('rv_type', { title: 'RV Type', minWidth: 196 }),
        {
          ...text('year_name', { title: 'Year', minWidth: 118, flex: 0.5 }),
          cell: ({ year_name }) => year_name ?? '-',
        },
        { ...text('model_name', { title: 'Model', minWidth: 110 }), cell: ({ model_name }) => model_name ?? '-' },
        status(),
      ]}
      copies
      form={({ record, ...form }) => <VinPatternForm vinPattern={record} {...form} />}
    />
  )
}
