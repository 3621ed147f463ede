import { type SavedAudience, savedAudienceFields } from '#contract/audiences.ts'
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
      schema={savedAudienceFields}
      record={audience}
      from={from}
      values={(record) => ({ name: record?.name ?? '', audience: record?.audience ?? { all: [] } })}
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
