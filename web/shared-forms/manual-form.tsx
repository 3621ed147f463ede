import { manualFields, manuals } from '#contract/manuals.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import type { Draft } from '#web/forms/drafts.ts'
import { choicesInput } from '#web/records/record/choices-input.ts'
import { FormModal, type OnAdded } from '#web/records/record/form-modal.tsx'
import { RecordSelect } from '#web/records/record/record-select.tsx'
import { RvTypeForm } from './rv-type-form.tsx'
import { YearForm } from './year-form.tsx'

type ManualFormProps = { draft: Draft; onAdded?: OnAdded; onClose: () => void }

/** The form of a new manual. */
export function ManualForm({ draft, onAdded, onClose }: ManualFormProps) {
  return (
    <FormModal
      type="manuals"
      title="New Manual"
      schema={manualFields}
      values={() => ({ category: '', year: '' })}
      save={(fields, options) => call(manuals.add, fields, options)}
      draft={draft}
      onAdded={onAdded}
      onClose={onClose}
    >
      {(form) => (
        <>
          <RecordSelect
            form={form}
            name="category"
            from={(search) => query(rvTypes.list, choicesInput(search))}
            empty="There is no active RV type yet."
            add={{ type: 'rv_types', form: (props) => <RvTypeForm {...props} /> }}
          />
          <RecordSelect
            form={form}
            name="year"
            from={(search) => query(manuals.manual_years, choicesInput(search))}
            empty="There is no active year yet."
            add={{ type: 'years', form: (props) => <YearForm {...props} /> }}
          />
        </>
      )}
    </FormModal>
  )
}
