import { MESSAGE_CHARACTERS, purposes, purposeWords } from '#contract/message-fields.ts'
import { PLACEHOLDERS_HINT } from '#contract/placeholders.ts'
import { type Template, templateFields, templates } from '#contract/templates.ts'
import { call } from '#web/api/call.ts'
import type { Draft } from '#web/forms/drafts.ts'
import { FormModal } from '#web/records/record/form-modal.tsx'
import { LinkFields, linkFields, linkInput, linkIssue, linkWritten } from '#web/shared-forms/message-links.tsx'
import { TextField } from '#web/ui/fields/fields.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'

type TemplateFormProps = { template?: Template; from?: Template | undefined; draft: Draft; onClose: () => void }

/** What is written in the form. */
const writtenFields = templateFields.extend(linkFields).superRefine((leads, { addIssue }) => {
  const issue = linkIssue(leads)
  if (issue) addIssue(issue)
})
const options = purposes.map((value) => ({ value, label: purposeWords[value] }))

export function TemplateForm({ template, from, draft, onClose }: TemplateFormProps) {
  return (
    <FormModal
      type="templates"
      schema={writtenFields}
      record={template}
      from={from}
      values={(record) => ({
        name: record?.name ?? '',
        title: record?.title ?? '',
        description: record?.description ?? '',
        purpose: record?.purpose ?? 'service',
        ...linkWritten(record?.link ?? null),
      })}
      save={({ link_type, link, ...fields }, { version, ...options }) => {
        const leads = { link: linkInput({ link_type, link }) }
        if (!template) return call(templates.add, { ...fields, ...leads }, options)
        // Where it stays, it may have gone meanwhile.
        const stays = link === (template.link?.id ?? '')
        return call(templates.edit, { ...fields, ...(!stays && leads), template_id: template._id, version }, options)
      }}
      draft={draft}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField form={form} name="name" />
          <TextField form={form} name="title" />
          <TextareaField form={form} name="description" max={MESSAGE_CHARACTERS} description={PLACEHOLDERS_HINT} />
          <SelectField form={form} name="purpose" options={options} />
          <LinkFields form={form} />
        </>
      )}
    </FormModal>
  )
}
