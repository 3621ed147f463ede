import { rvTypes } from '#contract/rv-types.ts'
import { type VinPattern, vinPatternFields } from '#contract/vin-patterns.ts'
import { query } from '#web/api/query.ts'
import type { Draft } from '#web/forms/drafts.ts'
import { FormModal } from '#web/records/record/form-modal.tsx'
import { RecordSelect } from '#web/records/record/record-select.tsx'
import { RvTypeSelect, YearSelect } from '#web/shared-forms/type-and-year.tsx'
import { TextField } from '#web/ui/fields/fields.tsx'

type VinPatternFormProps = {
  vinPattern?: VinPattern
  from?: VinPattern | undefined
  draft: Draft
  onClose: () => void
}

export function VinPatternForm({ vinPattern, from, draft, onClose }: VinPatternFormProps) {
  return (
    <FormModal
      type="vin_patterns"
      schema={vinPatternFields}
      record={vinPattern}
      from={from}
      values={(record) => ({
        prefix: record?.prefix ?? '',
        cat_id: record?.cat_id._id ?? '',
        year_id: record?.year_id?._id ?? '',
        model_id: record?.model_id?._id ?? '',
      })}
      draft={draft}
      onClose={onClose}
    >
      {(form, record) => {
        const { cat_id, year_id } = form.values
        const chosen = Boolean(cat_id && year_id)
        return (
          <>
            <TextField
              form={form}
              name="prefix"
              description="The first 3 to 17 characters; * stands for any one, such as the check digit."
            />
            <RvTypeSelect form={form} name="cat_id" label="RV Type" current={record?.cat_id} />
            <YearSelect
              form={form as never}
              name="year_id"
              label="Year"
              optional
              current={record?.year_id ?? undefined}
            />
            <RecordSelect
              // Remounted for another type or year, whose models are others.
              key={`${cat_id} ${year_id}`}
              form={form as never}
              name="model_id"
              label="Model"
              optional
              from={() => ({
                ...query(rvTypes.models, { cat_id, year_id: year_id ?? '' }),
                enabled: chosen,
              })}
              current={record?.model_id ?? undefined}
              disabled={!chosen}
              empty="There is no active model of this type and year."
            />
          </>
        )
      }}
    </FormModal>
  )
}
