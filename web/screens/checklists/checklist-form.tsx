import { type Checklist, checklistFields, checklists } from '#contract/checklists.ts'
import { call } from '#web/api/call.ts'
import type { Draft } from '#web/forms/drafts.ts'
import { FormModal } from '#web/records/record/form-modal.tsx'
import { TextField } from '#web/ui/fields/fields.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'

type ChecklistFormProps = { checklist?: Checklist; draft: Draft; onClose: () => void }

// Spec, section 2: Save is disabled until something has changed.
const changedFrom = (checklist: Checklist | undefined) =>
  checklistFields.refine(({ name, note }) => name !== checklist?.name || note !== checklist.note)

export function ChecklistForm({ checklist, draft, onClose }: ChecklistFormProps) {
  return (
    <FormModal
      type="checklists"
      title={checklist ? 'Edit Checklist' : 'New Checklist'}
      schema={checklist ? changedFrom : checklistFields}
      record={checklist}
      values={(record) => ({ name: record?.name ?? '', note: record?.note ?? '' })}
      save={(fields, { version, ...options }) =>
        checklist
          ? call(checklists.edit, { ...fields, checklist_id: checklist._id, version }, options)
          : call(checklists.add, fields, options)
      }
      draft={draft}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField form={form} name="name" />
          <TextareaField form={form} name="note" max={500} optional />
        </>
      )}
    </FormModal>
  )
}
