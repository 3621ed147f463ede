import { type RvType, rvTypeFields, rvTypes } from '#contract/rv-types.ts'
import { call } from '#web/api/call.ts'
import type { Draft } from '#web/forms/drafts.ts'
import { FormModal } from '#web/records/record/form-modal.tsx'
import { nextNumber } from '#web/records/record/next-number.ts'
import { NumberField, TextField } from '#web/ui/fields/fields.tsx'

export function RvTypeForm({ rvType, draft, onClose }: { rvType?: RvType; draft: Draft; onClose: () => void }) {
  return (
    <FormModal
      type="rv_types"
      title={rvType ? 'Edit RV Type' : 'New RV Type'}
      schema={rvTypeFields}
      record={rvType}
      values={(record) => ({ name: record?.name ?? '', seq_no: String(record?.seq_no ?? '') })}
      save={(fields, { version, ...options }) =>
        rvType
          ? call(rvTypes.edit, { ...fields, cat_id: rvType._id, version }, options)
          : call(rvTypes.add, fields, options)
      }
      again={{ values: ({ seq_no }) => ({ seq_no: nextNumber(seq_no) }) }}
      draft={draft}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField form={form} name="name" />
          <NumberField form={form} name="seq_no" />
        </>
      )}
    </FormModal>
  )
}
