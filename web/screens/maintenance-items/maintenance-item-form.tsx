import { useState } from 'react'
import { fieldsDueAfter, type MaintenanceItem, maintenanceItems, todayIn } from '#contract/maintenance-items.ts'
import { call } from '#web/api/call.ts'
import type { Draft } from '#web/forms/drafts.ts'
import { FormModal } from '#web/records/record/form-modal.tsx'
import { dayAfter } from '#web/ui/fields/calendar-date.ts'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { TextField } from '#web/ui/fields/fields.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'

type MaintenanceItemFormProps = { item?: MaintenanceItem; draft: Draft; onClose: () => void }

export function MaintenanceItemForm({ item, draft, onClose }: MaintenanceItemFormProps) {
  const [time_zone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const today = todayIn(time_zone)
  return (
    <FormModal
      type="maintenance_items"
      schema={fieldsDueAfter(today, item?.due_date)}
      record={item}
      values={(record) => ({
        reminder_name: record?.reminder_name ?? '',
        item_name: record?.item_name ?? '',
        due_date: record?.due_date ?? '',
        note: record?.note ?? '',
      })}
      save={(fields, { version, ...options }) =>
        item
          ? call(maintenanceItems.edit, { ...fields, time_zone, maintenance_id: item._id, version }, options)
          : call(maintenanceItems.add, { ...fields, time_zone }, options)
      }
      draft={draft}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField form={form} name="reminder_name" />
          <TextField form={form} name="item_name" />
          <DateField form={form} name="due_date" min={dayAfter(today)} />
          <TextareaField form={form} name="note" max={300} />
        </>
      )}
    </FormModal>
  )
}
