import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, nameText, optionalText, placeInOrder, seqNo } from './fields.ts'
import { frenchState } from './french.ts'
import { column, recordKind } from './kind.ts'
import { model } from './models.ts'
import { plainName } from './plain-text.ts'
import { recordCallsOf } from './record-calls.ts'
import { done, record, restoring } from './records.ts'

export const rvTypeKind = recordKind({
  noun: ['RV type', 'RV types'],
  name: 'RV Type',
  entity: 'RV type',
  key: 'cat_id',
  tag: 'RV Types',
  about: 'The kinds of recreational vehicles.',
  help: 'The RV types that owners choose from, in the order of their sequence numbers. Models and manuals belong to one.',
  columns: {
    name: column.inFrench(column.keyed('Name', 'owners', 'Travel Trailer')),
    seq_no: column.number('Sequence No.', 'owners'),
  },
  title: ['name'],
  disambiguatedBy: [],
  unique: { columns: ['name'], thing: 'RV type', field: 'name' },
  sequence: {},
  bulk: ['delete', 'restore'],
  set: [],
})

/** RV types are called categories on the wire. */
export const rvTypeFields = z.object({
  name: nameText(100),
  name_fr: optionalText(100, plainName),
  seq_no: seqNo,
})
export const rvType = record.extend({
  name: z.string().meta({ description: 'What the type is called.' }),
  name_fr: z.string(),
  ...frenchState,
  seq_no: placeInOrder,
  /** The number of active models. */
  model_count: z.int(),
})
export type RvType = z.output<typeof rvType>

export const rvTypes = {
  ...recordCallsOf('admin/categories', rvTypeKind, { fields: rvTypeFields, row: rvType }),
  restore: endpoint('admin/categories/restore', restoring('cat_id'), done, { change: 'restore' }),
  /** The active models of a type, and of one year if `year_id` is given, for drop-downs in other forms. */
  models: endpoint(
    'admin/categories/models',
    z.object({ cat_id: id, year_id: id.optional() }),
    z.object({ message: z.string(), data: z.array(model) }),
  ),
}
