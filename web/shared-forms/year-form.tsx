import { type Year, yearFields } from '#contract/years.ts'
import type { SmallFormProps } from '#web/records/record/add-in-place.tsx'
import { FormModal } from '#web/records/record/form-modal.tsx'
import { nextNumber } from '#web/records/record/next-number.ts'
import { NumberField } from '#web/ui/fields/fields.tsx'

type YearFormProps = SmallFormProps & { year?: Year; from?: Year | undefined }

/** The form of a new year, or of this one. */
export function YearForm({ year, from, draft, name = '', onAdded, onClose }: YearFormProps) {
  return (
    <FormModal
      type="years"
      schema={yearFields}
      record={year}
      from={from}
      values={(record) => ({ name: record?.name ?? name })}
      again={{ values: ({ name }) => ({ name: nextNumber(name) }) }}
      draft={draft}
      onAdded={onAdded}
      onClose={onClose}
    >
      {(form) => <NumberField form={form} name="name" />}
    </FormModal>
  )
}
