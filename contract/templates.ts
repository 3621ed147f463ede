import { z } from 'zod'
import { nameText, oneOf } from './fields.ts'
import { column, recordKind } from './kind.ts'
import { messageLink, notificationFields, purposes, purposeWords } from './message-fields.ts'
import { recordCallsOf } from './record-calls.ts'
import { record } from './records.ts'

export const templateKind = recordKind({
  noun: ['message template', 'message templates'],
  name: 'Template',
  key: 'template_id',
  tag: 'Message Templates',
  about: 'Texts of messages that are sent again and again.',
  help: 'Texts to begin a message with. A message keeps its text when its template changes.',
  columns: {
    name: column.keyed('Name', 'office', 'Recall'),
    title: column.keyed('Title', 'office', 'A recall of your RV'),
    description: column.keyed('Message', 'office', 'Please call your dealer.'),
    purpose: column.choice('Purpose', 'office', purposeWords),
    /** The record that messages from it link to, as JSON. */
    link: { ...column.hidden('office'), since: '1.4.0' },
  },
  title: ['name'],
  disambiguatedBy: [],
  unique: { columns: ['name'], thing: 'Template', field: 'name' },
  bulk: ['delete', 'restore'],
  set: ['purpose'],
  notSet: ['name', 'title', 'description'],
})

export const CHOOSE_PURPOSE = 'Please choose what the message is for.'

export const templateFields = z.object({
  name: nameText(100),
  ...notificationFields.shape,
  purpose: oneOf(purposes, CHOOSE_PURPOSE),
  link: messageLink.nullish().transform((link) => link ?? null),
})
export const template = record.extend({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  purpose: z.enum(purposes),
  link: messageLink.nullable(),
})
export type Template = z.output<typeof template>

export const templates = {
  ...recordCallsOf('admin/templates', templateKind, { fields: templateFields, row: template }),
}
