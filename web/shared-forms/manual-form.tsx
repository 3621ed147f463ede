import { manualFields, manuals } from '#contract/manuals.ts'
import type { Reference } from '#contract/records.ts'
import { query } from '#web/api/query.ts'
import type { SmallFormProps } from '#web/records/record/add-in-place.tsx'
import { choicesInput } from '#web/records/record/choices-input.ts'
import { FormModal } from '#web/records/record/form-modal.tsx'
import { RecordSelect } from '#web/records/record/record-select.tsx'
import { RvTypeSelect } from './type-and-year.tsx'
import { YearForm } from './year-form.tsx'

type ManualFormProps = Omit<SmallFormProps, 'name'> & {
  /** The RV type and the year that are preselected. */
  chosen?: { category: Reference; year: Reference } | undefined
}

/** The form of a new manual. */
export function ManualForm({ chosen, draft, onAdded, onClose }: ManualFormProps) {
  return (
    <FormModal
      type="manuals"
      schema={manualFields}
      values={() => ({ category: chosen?.category._id ?? '', year: chosen?.year._id ?? '' })}
      record={undefined}
      draft={draft}
      onAdded={onAdded}
      onClose={onClose}
    >
      {(form) => (
        <>
          <RvTypeSelect form={form} name="category" current={chosen?.category} />
          <RecordSelect
            form={form}
            name="year"
            from={(search) => query(manuals.manual_years, choicesInput(search))}
            current={chosen?.year}
            empty="There is no active year yet."
            add={{ type: 'years', form: (props) => <YearForm {...props} /> }}
          />
        </>
      )}
    </FormModal>
  )
}
