import { MESSAGE_CHARACTERS, purposes, purposeWords } from '#contract/notifications.ts'
import { type Template, templateFields, templates } from '#contract/templates.ts'
import { call } from '#web/api/call.ts'
import type { Draft } from '#web/forms/drafts.ts'
import { FormModal } from '#web/records/record/form-modal.tsx'
import { TextField } from '#web/ui/fields/fields.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'

type TemplateFormProps = { template?: Template; from?: Template | undefined; draft: Draft; onClose: () => void }

const options = purposes.map((value) => ({ value, label: purposeWords[value] }))

export function TemplateForm({ template, from, draft, onClose }: TemplateFormProps) {
  return (
    <FormModal
      type="templates"
      title={template ? 'Edit Template' : 'New Template'}
      schema={templateFields}
      record={template}
      from={from}
      values={(record) => ({
        name: record?.name ?? '',
        title: record?.title ?? '',
        description: record?.description ?? '',
        purpose: record?.purpose ?? 'service',
      })}
      save={(fields, { version, ...options }) =>
        template
          ? call(templates.edit, { ...fields, template_id: template._id, version }, options)
          : call(templates.add, fields, options)
      }
      draft={draft}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField form={form} name="name" />
          <TextField form={form} name="title" />
          <TextareaField form={form} name="description" max={MESSAGE_CHARACTERS} />
          <SelectField form={form} name="purpose" options={options} />
        </>
      )}
    </FormModal>
  )
}
