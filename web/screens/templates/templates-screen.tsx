import { purposes, purposeWords } from '#contract/message-fields.ts'
import { type Template, templates } from '#contract/templates.ts'
import { rowNumber, status, text } from '#web/records/list/columns/columns.tsx'
import { choiceFilter } from '#web/records/list/filters/choice-filter.tsx'
import { RecordScreen } from '#web/records/record/record-screen.tsx'
import { TemplateForm } from './template-form.tsx'

const options = purposes.map((value) => ({ value, label: purposeWords[value] }))

export function TemplatesScreen() {
  return (
    <RecordScreen
      type="templates"
      calls={templates}
      columns={[
        rowNumber(),
        text('name', { minWidth: 200 }),
        {
          ...text('purpose', { flex: 0.5 }),
          filter: choiceFilter(options),
          cell: ({ purpose }: Template) => purposeWords[purpose],
        },
        status(),
        text('title', { optional: true }),
        text('description', { optional: true }),
      ]}
      copies
      form={({ record, ...form }) => <TemplateForm template={record} {...form} />}
    />
  )
}
