import { type RvType, rvTypeFields } from '#contract/rv-types.ts'
import type { SmallFormProps } from '#web/records/record/add-in-place.tsx'
import { FormModal } from '#web/records/record/form-modal.tsx'
import { nextNumber } from '#web/records/record/next-number.ts'
import { WithFrench } from '#web/shared-forms/with-french.tsx'
import { NumberField, TextField } from '#web/ui/fields/fields.tsx'

/** The form of a new RV type, or of this one. */
export function RvTypeForm({ rvType, draft, name = '', onAdded, onClose }: SmallFormProps & { rvType?: RvType }) {
  return (
    <FormModal
      type="rv_types"
      schema={rvTypeFields}
      record={rvType}
      values={(record) => ({
        name: record?.name ?? name,
        name_fr: record?.name_fr ?? '',
        seq_no: String(record?.seq_no ?? ''),
      })}
      again={{ values: ({ seq_no }) => ({ seq_no: nextNumber(seq_no) }) }}
      draft={draft}
      onAdded={onAdded}
      onClose={onClose}
    >
      {(form) => (
        <>
          <WithFrench form={form} name="name" type="rv_types" record={rvType}>
            {(field) => <TextField form={form} {...field} />}
          </WithFrench>
          <NumberField form={form} name="seq_no" />
        </>
      )}
    </FormModal>
  )
}
