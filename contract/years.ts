import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { digits } from './fields.ts'
import { column, recordKind } from './kind.ts'
import { recordCallsOf } from './record-calls.ts'
import { done, record, restoring } from './records.ts'

export const yearKind = recordKind({
  noun: ['year', 'years'],
  name: 'Year',
  key: 'year_id',
  tag: 'Years',
  about: 'The years that models and manuals belong to.',
  help: 'The model years that models and manuals belong to.',
  columns: {
    name: column.keyed('Name', 'owners', '2027'),
    /** The rollover preparing it; null once owners see it. */
    rollover_id: column.hidden('office'),
  },
  title: ['name'],
  disambiguatedBy: [],
  unique: { columns: ['name'], thing: 'Year', field: 'name' },
  bulk: ['delete', 'restore'],
  set: [],
})

export const yearFields = z.object({
  name: digits('Year cannot be empty.', 'Invalid year, please enter the valid year.', 100),
})
export const year = record.extend({
  name: z.string().meta({ description: 'The model year, in four digits.' }),
  /** The number of active models. */
  model_count: z.int(),
  /** Whether it belongs to a model year in preparation, which owners do not see. */
  is_prepared: z.boolean(),
})
export type Year = z.output<typeof year>

export const years = {
  ...recordCallsOf('admin/years', yearKind, { fields: yearFields, row: year }),
  restore: endpoint('admin/years/restore', restoring('year_id'), done, { change: 'restore' }),
}
