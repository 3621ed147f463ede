import { type RvType, rvTypeFields, rvTypes } from '#contract/rv-types.ts'
import { call } from '#web/api/call.ts'
import type { Draft } from '#web/forms/drafts.ts'
import { FormModal, type OnAdded } from '#web/records/record/form-modal.tsx'
import { nextNumber } from '#web/records/record/next-number.ts'
import { WithFrench } from '#web/shared-forms/with-french.tsx'
import { NumberField, TextField } from '#web/ui/fields/fields.tsx'

type RvTypeFormProps = { rvType?: RvType; draft: Draft; name?: string; onAdded?: OnAdded; onClose: () => void }

/** The form of a new RV type, or of this one. */
export function RvTypeForm({ rvType, draft, name = '', onAdded, onClose }: RvTypeFormProps) {
  return (
    <FormModal
      type="rv_types"
      title={rvType ? 'Edit RV Type' : 'New RV Type'}
      schema={rvTypeFields}
      record={rvType}
      values={(record) => ({
        name: record?.name ?? name,
        name_fr: record?.name_fr ?? '',
        seq_no: String(record?.seq_no ?? ''),
      })}
      save={(fields, { version, ...options }) =>
        rvType
          ? call(rvTypes.edit, { ...fields, cat_id: rvType._id, version }, options)
          : call(rvTypes.add, fields, options)
      }
      again={onAdded ? undefined : { values: ({ seq_no }) => ({ seq_no: nextNumber(seq_no) }) }}
      draft={draft}
      onAdded={onAdded}
      onClose={onClose}
    >
      {(form) => (
        <>
          <WithFrench
            form={form}
            name="name"
            type="rv_types"
            record={rvType}
            french={<TextField form={form} name="name_fr" optional />}
          >
            <TextField form={form} name="name" />
          </WithFrench>
          <NumberField form={form} name="seq_no" />
        </>
      )}
    </FormModal>
  )
}
