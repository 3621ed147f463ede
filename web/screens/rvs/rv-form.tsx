import { useState } from 'react'
import type { z } from 'zod'
import { rvTypes } from '#contract/rv-types.ts'
import { fullVinOf, lastSixOfVin, type Rv, rvFields } from '#contract/rvs.ts'
import { query } from '#web/api/query.ts'
import type { Draft } from '#web/forms/drafts.ts'
import { FormModal } from '#web/records/record/form-modal.tsx'
import { RecordSelect } from '#web/records/record/record-select.tsx'
import { ExternalIdField } from '#web/shared-forms/external-id-field.tsx'
import { ModelForm } from '#web/shared-forms/model-form.tsx'
import { RvTypeSelect, YearSelect } from '#web/shared-forms/type-and-year.tsx'
import { type FormOf, NumberField, TextField } from '#web/ui/fields/fields.tsx'
import { VinSays } from './vin-says.tsx'

type Values = z.input<typeof rvFields>
type RvForm = FormOf<Values> & { setFieldValue: (name: 'model' | 'full_vin', value: string) => void }

const REDUCED = {
  serial_no: 'Only the last 6 digits of the full VIN are kept.',
  vin: 'These are the last 6 digits. The full VIN is kept below.',
}

export function RvForm({ rv, draft, onClose }: { rv: Rv; draft: Draft; onClose: () => void }) {
  const [typed, setTyped] = useState<string>()
  return (
    <FormModal
      type="rvs"
      title="Edit RV Details"
      schema={rvFields}
      record={rv}
      values={(record) => ({
        category: record?.category._id ?? '',
        year: record?.year._id ?? '',
        model: record?.model._id ?? '',
        serial_no: record?.serial_no ?? '',
        vin: record?.vin ?? '',
        external_id: record?.external_id ?? '',
        full_vin: record?.full_vin ?? '',
      })}
      draft={draft}
      onClose={onClose}
    >
      {(form, record) => (
        <>
          <RvTypeSelect form={clearingModel(form)} name="category" current={record?.category} />
          <YearSelect form={clearingModel(form)} name="year" current={record?.year} />
          <ModelSelect form={form} record={record} />
          <VinText form={form} name="serial_no" label="Serial Number" hint="Enter Last 6 digits of VIN#" optional />
          <VinText form={form} name="vin" label="VIN" onTyped={setTyped} />
          <TextField form={form} name="full_vin" label="Full VIN" optional />
          <VinSays vin={form.values.full_vin || typed || ''} form={form} />
          <ExternalIdField form={form} name="external_id" />
        </>
      )}
    </FormModal>
  )
}

/** Wraps the form so that a change of the field clears the selected model. */
const clearingModel = (form: RvForm): RvForm => ({
  ...form,
  getInputProps(name) {
    const field = form.getInputProps(name)
    return {
      ...field,
      onChange(value) {
        if (value === field.value) return
        field.onChange(value)
        form.setFieldValue('model', '')
      },
    }
  },
})

function ModelSelect({ form, record }: { form: RvForm; record: Rv | undefined }) {
  const { category, year } = form.values
  const chosen = category !== '' && year !== ''
  // The current model is offered even when it is deleted, but only for its own type and year.
  const isUnchanged = record?.category._id === category && record.year._id === year
  return (
    <RecordSelect
      // Remounted for another type or year, so that it offers no model that was added to these.
      key={`${category} ${year}`}
      form={form}
      name="model"
      from={() => ({ ...query(rvTypes.models, { cat_id: category, year_id: year }), enabled: chosen })}
      current={isUnchanged ? record.model : undefined}
      disabled={!chosen}
      empty="There is no active model of this type and year."
      add={{ type: 'models', form: (props) => <ModelForm {...props} within={{ type: category, year }} /> }}
    />
  )
}

type VinTextProps = {
  form: RvForm
  name: 'serial_no' | 'vin'
  label: string
  hint?: string
  optional?: boolean
  onTyped?: (typed: string) => void
}

/**
 * A text input that shortens a full VIN to six digits and says so. The full one is kept, as the contract does on save.
 */
function VinText({ form, name, label, hint, optional = false, onTyped }: VinTextProps) {
  const [reduced, setReduced] = useState(false)
  const reducing: RvForm = {
    ...form,
    getInputProps(name) {
      const field = form.getInputProps(name)
      return {
        ...field,
        onChange(event) {
          const typed = (event as { currentTarget: { value: string } }).currentTarget.value
          const digits = lastSixOfVin(typed)
          onTyped?.(typed)
          setReduced(digits !== undefined)
          if (name === 'vin' && digits) form.setFieldValue('full_vin', fullVinOf(typed) ?? '')
          field.onChange(digits ?? typed)
        },
      }
    },
  }
  const note = (
    <>
      {hint}
      <output style={{ display: 'block' }}>{reduced && REDUCED[name]}</output>
    </>
  )
  return <NumberField form={reducing} name={name} label={label} optional={optional} description={note} />
}
