import { z } from 'zod'
import { longText, nameText, text } from './fields.ts'
import { column, recordKind } from './kind.ts'
import { MESSAGE_CHARACTERS, purposes, purposeWords, TITLE_CHARACTERS } from './notifications.ts'
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
  title: text('Title cannot be empty.', TITLE_CHARACTERS),
  description: longText('Message cannot be empty.', MESSAGE_CHARACTERS),
  purpose: z
    .string({ error: CHOOSE_PURPOSE })
    .pipe(z.enum(purposes, { error: CHOOSE_PURPOSE }))
    // The description of the call would say no more than that it is text.
    .meta({ enum: [...purposes] }),
})
export const template = record.extend({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  purpose: z.enum(purposes),
})
export type Template = z.output<typeof template>

export const templates = {
  ...recordCallsOf('admin/templates', templateKind, { fields: templateFields, row: template }),
}
