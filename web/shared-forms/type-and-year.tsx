import { rvTypes } from '#contract/rv-types.ts'
import { years } from '#contract/years.ts'
import { query } from '#web/api/query.ts'
import { choicesInput } from '#web/records/record/choices-input.ts'
import { RecordSelect, type ReferenceFieldProps } from '#web/records/record/record-select.tsx'
import { RvTypeForm } from './rv-type-form.tsx'
import { YearForm } from './year-form.tsx'

/** Chooses an RV type, or adds the one that is missing. */
export const RvTypeSelect = <Values,>(props: ReferenceFieldProps<Values>) => (
  <RecordSelect
    {...props}
    from={(search) => query(rvTypes.list, choicesInput(search))}
    empty="There is no active RV type yet."
    add={{ type: 'rv_types', form: (form) => <RvTypeForm {...form} /> }}
  />
)

/** Chooses a year, or adds the one that is missing. */
export const YearSelect = <Values,>(props: ReferenceFieldProps<Values>) => (
  <RecordSelect
    {...props}
    from={(search) => query(years.list, choicesInput(search))}
    empty="There is no active year yet."
    add={{ type: 'years', form: (form) => <YearForm {...form} /> }}
  />
)
