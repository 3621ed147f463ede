import { z } from 'zod'
import { externalId } from './external-id.ts'
import { choice, longText, nameText, optionalLongText, placeInOrder, seqNo } from './fields.ts'
import { frenchState } from './french.ts'
import { column, recordKind } from './kind.ts'
import { recordCallsOf } from './record-calls.ts'
import { record, reference } from './records.ts'
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
    cat_id: column.reference('RV Type', 'owners', 'rv_types', {
      shownAs: 'rv_type',
      hiddenWith: true,
      choose: messages.type,
    }),
    year_id: {
      ...column.reference('Year', 'owners', 'years', { shownAs: 'year_name', hiddenWith: true, choose: messages.year }),
      copied: false,
    },
    name: column.keyed('Name', 'owners', '2285'),
    seq_no: column.number('Sequence No.', 'owners'),
    description: column.inFrench(column.keyed('Description', 'owners', 'Bunks for two at the rear.')),
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
  description_fr: optionalLongText(500),
  external_id: externalId,
})
/** `cat_id` and `year_id` are references; `rv_type` and `year_name` repeat their names for lists. */
export const model = record.extend({
  cat_id: reference.meta({ description: 'The type of the RV.' }),
  year_id: reference.meta({ description: 'The model year.' }),
  rv_type: z.string().meta({ description: 'The name of the type.' }),
  year_name: z.string().meta({ description: 'The model year.' }),
  name: z.string().meta({ description: 'What the model is called.' }),
  seq_no: placeInOrder,
  description: z.string().meta({ description: 'What is said about the model.' }),
  description_fr: z.string(),
  ...frenchState,
  external_id: z.string().nullable(),
  /** Whether it belongs to a model year in preparation, which owners do not see. */
  is_prepared: z.boolean(),
})
export type Model = z.output<typeof model>

export const models = {
  ...recordCallsOf('admin/models', modelKind, { fields: modelFields, row: model }),
  upsert: upsertOf('admin/models/upsert'),
}
