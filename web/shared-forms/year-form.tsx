import { type Year, yearFields, years } from '#contract/years.ts'
import { call } from '#web/api/call.ts'
import type { Draft } from '#web/forms/drafts.ts'
import { FormModal, type OnAdded } from '#web/records/record/form-modal.tsx'
import { nextNumber } from '#web/records/record/next-number.ts'
import { NumberField } from '#web/ui/fields/fields.tsx'

type YearFormProps = {
  year?: Year
  from?: Year | undefined
  draft: Draft
  name?: string
  onAdded?: OnAdded
  onClose: () => void
}

/** The form of a new year, or of this one. */
export function YearForm({ year, from, draft, name = '', onAdded, onClose }: YearFormProps) {
  return (
    <FormModal
      type="years"
      title={year ? 'Edit Year' : 'New Year'}
      schema={yearFields}
      record={year}
      from={from}
      values={(record) => ({ name: record?.name ?? name })}
      save={(fields, { version, ...options }) =>
        year ? call(years.edit, { ...fields, year_id: year._id, version }, options) : call(years.add, fields, options)
      }
      again={onAdded ? undefined : { values: ({ name }) => ({ name: nextNumber(name) }) }}
      draft={draft}
      onAdded={onAdded}
      onClose={onClose}
    >
      {(form) => <NumberField form={form} name="name" />}
    </FormModal>
  )
}
