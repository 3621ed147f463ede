import { type Model, modelFields, models } from '#contract/models.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { years } from '#contract/years.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import type { Draft } from '#web/forms/drafts.ts'
import { choicesInput } from '#web/records/record/choices-input.ts'
import { FormModal } from '#web/records/record/form-modal.tsx'
import { nextNumber } from '#web/records/record/next-number.ts'
import { RecordSelect } from '#web/records/record/record-select.tsx'
import { RvTypeForm } from '#web/shared-forms/rv-type-form.tsx'
import { YearForm } from '#web/shared-forms/year-form.tsx'
import { NumberField, TextField } from '#web/ui/fields/fields.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'

type ModelFormProps = { model?: Model; from?: Model | undefined; draft: Draft; onClose: () => void }

export function ModelForm({ model, from, draft, onClose }: ModelFormProps) {
  return (
    <FormModal
      type="models"
      title={model ? 'Edit Model' : 'New Model'}
      schema={modelFields}
      record={model}
      from={from}
      values={(record) => ({
        cat_id: record?.cat_id._id ?? '',
        year_id: record?.year_id._id ?? '',
        name: record?.name ?? '',
        seq_no: String(record?.seq_no ?? ''),
        description: record?.description ?? '',
      })}
      save={(fields, { version, ...options }) =>
        model
          ? call(models.edit, { ...fields, model_id: model._id, version }, options)
          : call(models.add, fields, options)
      }
      again={{ values: ({ cat_id, year_id, seq_no }) => ({ cat_id, year_id, seq_no: nextNumber(seq_no) }) }}
      draft={draft}
      onClose={onClose}
    >
      {(form, record) => (
        <>
          <RecordSelect
            form={form}
            name="cat_id"
            from={(search) => query(rvTypes.list, choicesInput(search))}
            current={record?.cat_id}
            empty="There is no active RV type yet."
            add={{ type: 'rv_types', form: (props) => <RvTypeForm {...props} /> }}
          />
          <RecordSelect
            form={form}
            name="year_id"
            from={(search) => query(years.list, choicesInput(search))}
            current={record?.year_id}
            empty="There is no active year yet."
            add={{ type: 'years', form: (props) => <YearForm {...props} /> }}
          />
          <TextField form={form} name="name" />
          <NumberField form={form} name="seq_no" />
          <TextareaField form={form} name="description" max={500} />
        </>
      )}
    </FormModal>
  )
}
