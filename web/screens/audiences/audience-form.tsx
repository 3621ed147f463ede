import { audiences, type SavedAudience, savedAudienceFields } from '#contract/audiences.ts'
import { call } from '#web/api/call.ts'
import type { Draft } from '#web/forms/drafts.ts'
import { FormModal } from '#web/records/record/form-modal.tsx'
import { ConditionsField } from '#web/shared-forms/conditions/conditions-field.tsx'
import { TextField } from '#web/ui/fields/fields.tsx'

type AudienceFormProps = {
  audience?: SavedAudience
  from?: SavedAudience | undefined
  draft: Draft
  onClose: () => void
}

export function AudienceForm({ audience, from, draft, onClose }: AudienceFormProps) {
  return (
    <FormModal
      type="audiences"
      title={audience ? 'Edit Audience' : 'New Audience'}
      schema={savedAudienceFields}
      record={audience}
      from={from}
      values={(record) => ({ name: record?.name ?? '', audience: record?.audience ?? { all: [] } })}
      save={(fields, { version, ...options }) =>
        audience
          ? call(audiences.edit, { ...fields, audience_id: audience._id, version }, options)
          : call(audiences.add, fields, options)
      }
      draft={draft}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField form={form} name="name" />
          <ConditionsField form={form} name="audience" label="Who Is Meant" />
        </>
      )}
    </FormModal>
  )
}
