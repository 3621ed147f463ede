import { z } from 'zod'
import { nameText, optionalLongText, optionalText } from './fields.ts'
import { frenchState } from './french.ts'
import { column, recordKind } from './kind.ts'
import { plainName } from './plain-text.ts'
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
    name: column.inFrench(column.keyed('Name', 'personal', 'Departure')),
    note: column.inFrench(column.keyed('Note', 'personal', 'Walk around the trailer once more.')),
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
  name: nameText(100).meta({ description: 'What the checklist is called.' }),
  name_fr: optionalText(100, plainName),
  note: optionalLongText(500).meta({ description: 'What is to be done.' }),
  note_fr: optionalLongText(500),
})
export const checklist = record.extend({
  name: z.string().meta({ description: 'What the checklist is called.' }),
  note: z.string().meta({ description: 'What is to be done; empty where nothing is said.' }),
  name_fr: z.string(),
  note_fr: z.string(),
  ...frenchState,
  ...addedBy,
})
export type Checklist = z.output<typeof checklist>

export const checklists = {
  ...recordCallsOf('common/checklist', checklistKind, { fields: checklistFields, row: checklist }),
}
