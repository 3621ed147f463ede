import { Input, Stack } from '@mantine/core'
import { type SavedAudience, savedAudienceFields } from '#contract/audiences.ts'
import { counted } from '#contract/plural.ts'
import type { Draft } from '#web/forms/drafts.ts'
import { FormModal } from '#web/records/record/form-modal.tsx'
import { linesOf } from '#web/shared-forms/conditions/conditions.ts'
import { Conditions } from '#web/shared-forms/conditions/conditions.tsx'
import { Meant } from '#web/shared-forms/conditions/meant.tsx'
import { useMeant } from '#web/shared-forms/conditions/use-meant.ts'
import { type FieldProps, TextField, useField } from '#web/ui/fields/fields.tsx'

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

/** The conditions of an audience with whom they mean now, bound to a field of the form. */
function ConditionsField<Values>(props: FieldProps<Values, unknown>) {
  const { value, onChange, label } = useField(props, (value) => counted(linesOf(value).parts.length, 'condition'))
  return (
    <Stack component="fieldset" gap="xs" p={0} m={0} miw={0} bd={0} aria-label={label}>
      <Input.Label component="div" required>
        {label}
      </Input.Label>
      <Meant {...useMeant(value, 'service')} />
      <Conditions value={value} onChange={onChange} />
    </Stack>
  )
}
