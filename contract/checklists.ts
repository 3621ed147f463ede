import { z } from 'zod'
import { nameText, optionalLongText } from './fields.ts'
import { column, recordKind } from './kind.ts'
import { recordCallsOf } from './record-calls.ts'
import { addedBy, record } from './records.ts'

export const checklistKind = recordKind({
  noun: ['checklist', 'checklists'],
  name: 'Checklist',
  key: 'checklist_id',
  tag: 'Checklists',
  about: 'Lists that owners tick off, for example before a trip.',
  heading: 'Checklists Management',
  help: 'Lists that owners tick off, for example before a trip. Owners can add their own.',
  columns: {
    name: column.keyed('Name', 'personal', 'Departure'),
    note: column.keyed('Note', 'personal', 'Walk around the trailer once more.'),
    added_by_kind: column.hidden('office'),
    added_by_id: column.addedBy,
  },
  title: ['name'],
  disambiguatedBy: ['added_by_id'],
  bulk: ['delete', 'restore'],
  set: ['note'],
  notSet: ['name'],
})

export const checklistFields = z.object({
  name: nameText(100),
  note: optionalLongText(500),
})
export const checklist = record.extend({
  name: z.string(),
  note: z.string(),
  ...addedBy,
})
export type Checklist = z.output<typeof checklist>

export const checklists = {
  ...recordCallsOf('common/checklist', checklistKind, { fields: checklistFields, row: checklist }),
}
