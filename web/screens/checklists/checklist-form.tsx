import { type Checklist, checklistFields } from '#contract/checklists.ts'
import type { Draft } from '#web/forms/drafts.ts'
import { FormModal } from '#web/records/record/form-modal.tsx'
import { WithFrench } from '#web/shared-forms/with-french.tsx'
import { TextField } from '#web/ui/fields/fields.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'

type ChecklistFormProps = { checklist?: Checklist; draft: Draft; onClose: () => void }

const changeable = ['name', 'name_fr', 'note', 'note_fr'] as const
// Spec, section 2: Save is disabled until something has changed.
const changedFrom = (checklist: Checklist | undefined) =>
  checklistFields.refine((fields) => changeable.some((field) => fields[field] !== checklist?.[field]))

export function ChecklistForm({ checklist, draft, onClose }: ChecklistFormProps) {
  return (
    <FormModal
      type="checklists"
      schema={checklist ? changedFrom : checklistFields}
      record={checklist}
      values={(record) => ({
        name: record?.name ?? '',
        name_fr: record?.name_fr ?? '',
        note: record?.note ?? '',
        note_fr: record?.note_fr ?? '',
      })}
      draft={draft}
      onClose={onClose}
    >
      {(form) => (
        <>
          <WithFrench form={form} name="name" type="checklists" record={checklist}>
            {(field) => <TextField form={form} {...field} />}
          </WithFrench>
          <WithFrench form={form} name="note" type="checklists" record={checklist}>
            {(field) => <TextareaField form={form} {...field} max={500} optional />}
          </WithFrench>
        </>
      )}
    </FormModal>
  )
}
