import { type Model, modelFields } from '#contract/models.ts'
import type { SmallFormProps } from '#web/records/record/add-in-place.tsx'
import { FormModal } from '#web/records/record/form-modal.tsx'
import { nextNumber } from '#web/records/record/next-number.ts'
import { WithFrench } from '#web/shared-forms/with-french.tsx'
import { NumberField, TextField } from '#web/ui/fields/fields.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import { ExternalIdField } from './external-id-field.tsx'
import { RvTypeSelect, YearSelect } from './type-and-year.tsx'

type ModelFormProps = SmallFormProps & {
  model?: Model
  from?: Model | undefined
  /** What a new one is for: the ids of its type and year. */
  within?: { type: string; year: string }
}

/** The form of a new model, or of this one. */
export function ModelForm({ model, from, draft, within, name = '', onAdded, onClose }: ModelFormProps) {
  return (
    <FormModal
      type="models"
      schema={modelFields}
      record={model}
      from={from}
      values={(record) => ({
        cat_id: record?.cat_id._id ?? within?.type ?? '',
        year_id: record?.year_id._id ?? within?.year ?? '',
        name: record?.name ?? name,
        seq_no: String(record?.seq_no ?? ''),
        description: record?.description ?? '',
        description_fr: record?.description_fr ?? '',
        external_id: model ? (record?.external_id ?? '') : '',
      })}
      again={
        onAdded
          ? undefined
          : { values: ({ cat_id, year_id, seq_no }) => ({ cat_id, year_id, seq_no: nextNumber(seq_no) }) }
      }
      draft={draft}
      onAdded={onAdded}
      onClose={onClose}
    >
      {(form, record) => (
        <>
          <RvTypeSelect
            form={form}
            name="cat_id"
            label="Category"
            current={record?.cat_id}
            disabled={Boolean(within)}
          />
          <YearSelect form={form} name="year_id" current={record?.year_id} disabled={Boolean(within)} />
          <TextField form={form} name="name" />
          <NumberField form={form} name="seq_no" />
          <WithFrench form={form} name="description" type="models" record={model}>
            {(field) => <TextareaField form={form} {...field} max={500} />}
          </WithFrench>
          <ExternalIdField form={form} name="external_id" />
        </>
      )}
    </FormModal>
  )
}
