import { type Topic, topicFields } from '#contract/topics.ts'
import type { SmallFormProps } from '#web/records/record/add-in-place.tsx'
import { FormModal } from '#web/records/record/form-modal.tsx'
import { nextNumber } from '#web/records/record/next-number.ts'
import { WithFrench } from '#web/shared-forms/with-french.tsx'
import { CheckboxField } from '#web/ui/fields/checkbox-field.tsx'
import { NumberField, TextField } from '#web/ui/fields/fields.tsx'

/** The form of a new topic, or of this one. */
export function TopicForm({ topic, draft, name = '', onAdded, onClose }: SmallFormProps & { topic?: Topic }) {
  return (
    <FormModal
      type="topics"
      schema={topicFields}
      record={topic}
      values={(record) => ({
        name: record?.name ?? name,
        name_fr: record?.name_fr ?? '',
        seq_no: String(record?.seq_no ?? ''),
        required: record?.required ?? false,
      })}
      again={{ values: ({ seq_no }) => ({ seq_no: nextNumber(seq_no) }) }}
      draft={draft}
      onAdded={onAdded}
      onClose={onClose}
    >
      {(form) => (
        <>
          <WithFrench form={form} name="name" type="topics" record={topic}>
            {(field) => <TextField form={form} {...field} />}
          </WithFrench>
          <NumberField form={form} name="seq_no" />
          <CheckboxField
            form={form}
            name="required"
            label="Required in every manual"
            description="Manuals that do not cover it are marked in the coverage and on the dashboard."
          />
        </>
      )}
    </FormModal>
  )
}
