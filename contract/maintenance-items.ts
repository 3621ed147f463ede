import { z } from 'zod'
import { calendarDate, longText, nameText } from './fields.ts'
import { column, recordKind } from './kind.ts'
import { recordCallsOf } from './record-calls.ts'
import { addedBy, record } from './records.ts'

export const maintenanceItemKind = recordKind({
  noun: ['maintenance item', 'maintenance items'],
  name: 'Maintenance Item',
  entity: 'Maintenance Details',
  key: 'maintenance_id',
  tag: 'Maintenance',
  about: 'What needs maintenance, and when.',
  heading: 'Maintenance Items Management',
  help: 'What is due for service, and when owners are reminded of it.',
  columns: {
    reminder_name: column.keyed('Reminder Name', 'personal', 'Inspect the roof'),
    item_name: column.keyed('Item Name', 'personal', 'Roof sealant'),
    due_date: column.day('Due Date', 'personal'),
    note: column.keyed('Note', 'personal', 'Look for cracks around vents and skylights.'),
    added_by_kind: column.hidden('office'),
    added_by_id: column.addedBy,
    done_at: column.hidden('personal'),
  },
  title: ['reminder_name'],
  disambiguatedBy: ['added_by_id'],
  bulk: ['delete', 'restore'],
  set: ['item_name', 'due_date', 'note'],
  notSet: ['reminder_name'],
})

export const maintenanceItemFields = z.object({
  reminder_name: nameText(100).meta({ description: 'What the reminder says.' }),
  item_name: nameText(100, 'Item name cannot be empty.').meta({ description: 'What is to be maintained.' }),
  due_date: calendarDate('Please select Due Date').meta({ description: 'The day on which it is due.' }),
  note: longText('Description cannot be empty.', 300).meta({ description: 'How it is to be done.' }),
})

export const DUE_TOO_EARLY = 'Please select a Due Date later than today.'

/** The fields, with a due date that must be after `today` unless it equals `kept`. */
export const fieldsDueAfter = (today: string, kept?: string) =>
  maintenanceItemFields.extend({
    due_date: maintenanceItemFields.shape.due_date.refine((date) => date === kept || date > today, DUE_TOO_EARLY),
  })

export const maintenanceItem = record.extend({
  reminder_name: z.string().meta({ description: 'What the reminder says.' }),
  item_name: z.string().meta({ description: 'What is to be maintained.' }),
  due_date: z.iso.date().meta({ description: 'The day on which it is due.' }),
  note: z.string().meta({ description: 'How it is to be done.' }),
  done_at: z.iso.datetime().nullable().meta({ description: 'When its owner marked it as done; null until then.' }),
  ...addedBy,
})
export type MaintenanceItem = z.output<typeof maintenanceItem>

/** The caller's time zone (`America/Denver`); UTC if it is missing or unknown. */
const whereToday = { time_zone: z.string().max(64).optional() }
const sentFields = maintenanceItemFields.extend(whereToday)

export const maintenanceItems = {
  ...recordCallsOf('admin/maintenance', maintenanceItemKind, { fields: sentFields, row: maintenanceItem }),
}

/** Today's date (YYYY-MM-DD) in a time zone; in UTC if the zone is unknown. */
export function todayIn(timeZone: string | undefined) {
  try {
    return dateIn(timeZone ?? 'UTC')
  } catch {
    return dateIn('UTC')
  }
}

function dateIn(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const [month, day, year] = format.format(new Date()).split('/')
  return `${year}-${month}-${day}`
}
