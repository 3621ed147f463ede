import { z } from 'zod'
import { editFields } from './edit-fields.ts'
import { endpoint } from './endpoint.ts'
import { nameText, optionalLongText } from './fields.ts'
import { column, recordKind } from './kind.ts'
import { addedBy, done, edited, getOf, listInput, pageOf, record, saved, which } from './records.ts'

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

const whichChecklist = which('checklist_id')

export const checklists = {
  list: endpoint('common/checklist/list', listInput, pageOf(checklist)),
  get: getOf('common/checklist/get', 'checklist_id', checklist),
  add: endpoint('common/checklist/add', checklistFields, saved(checklist), { change: 'add', once: true }),
  edit: endpoint('common/checklist/edit', editFields(checklistKind, checklistFields), edited(checklist), {
    change: 'edit',
  }),
  delete: endpoint('common/checklist/delete', whichChecklist, done, { change: 'delete' }),
  restore: endpoint('common/checklist/restore', whichChecklist, done, { change: 'restore' }),
}
