import { z } from 'zod'
import { editFields } from './edit-fields.ts'
import { endpoint } from './endpoint.ts'
import { externalId } from './external-id.ts'
import { choice, longText, nameText, seqNo } from './fields.ts'
import { column, recordKind } from './kind.ts'
import { done, edited, getOf, listInput, pageOf, record, reference, saved, which } from './records.ts'
import { upsertOf } from './upserts.ts'

const messages = { type: 'Please select type', year: 'Please select year' }

export const modelKind = recordKind({
  noun: ['model', 'models'],
  name: 'Model',
  key: 'model_id',
  tag: 'Models',
  about: 'The models of a type and a year.',
  help: 'The models of each RV type and year that owners choose from when they register an RV.',
  columns: {
    cat_id: column.reference('RV Type', 'owners', 'rv_types', { shownAs: 'rv_type', choose: messages.type }),
    year_id: {
      ...column.reference('Year', 'owners', 'years', { shownAs: 'year_name', choose: messages.year }),
      copied: false,
    },
    name: column.keyed('Name', 'owners', '2285'),
    seq_no: column.number('Sequence No.', 'owners'),
    description: column.keyed('Description', 'owners', 'Bunks for two at the rear.'),
    external_id: { ...column.text('External ID', 'office', '2285-27'), copied: false, since: '1.2.0' },
  },
  title: ['name'],
  disambiguatedBy: ['cat_id', 'year_id'],
  unique: { columns: ['cat_id', 'year_id', 'name'], thing: 'Model', field: 'name' },
  sequence: { part: ['cat_id', 'year_id'] },
  bulk: ['delete', 'restore'],
  set: ['cat_id', 'year_id', 'description'],
  notSet: ['external_id'],
})

export const modelFields = z.object({
  cat_id: choice(messages.type),
  year_id: choice(messages.year),
  name: nameText(100),
  seq_no: seqNo,
  description: longText('Description cannot be empty.', 500),
  external_id: externalId,
})
/** `cat_id` and `year_id` are references; `rv_type` and `year_name` repeat their names for lists. */
export const model = record.extend({
  cat_id: reference,
  year_id: reference,
  rv_type: z.string(),
  year_name: z.string(),
  name: z.string(),
  seq_no: z.int(),
  description: z.string(),
  external_id: z.string().nullable(),
  /** Whether it is part of a model year that is being prepared, which owners do not see. */
  is_prepared: z.boolean(),
})
export type Model = z.output<typeof model>

const whichModel = which('model_id')

export const models = {
  list: endpoint('admin/models/list', listInput, pageOf(model)),
  get: getOf('admin/models/get', 'model_id', model),
  add: endpoint('admin/models/add', modelFields, saved(model), { change: 'add', once: true }),
  edit: endpoint('admin/models/edit', editFields(modelKind, modelFields), edited(model), { change: 'edit' }),
  delete: endpoint('admin/models/delete', whichModel, done, { change: 'delete' }),
  restore: endpoint('admin/models/restore', whichModel, done, { change: 'restore' }),
  upsert: upsertOf('admin/models/upsert'),
}
