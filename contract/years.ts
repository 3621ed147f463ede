import { z } from 'zod'
import { editFields } from './edit-fields.ts'
import { endpoint } from './endpoint.ts'
import { digits } from './fields.ts'
import { column, recordKind } from './kind.ts'
import { done, edited, getOf, listInput, pageOf, record, restoring, saved, which } from './records.ts'

export const yearKind = recordKind({
  noun: ['year', 'years'],
  name: 'Year',
  key: 'year_id',
  tag: 'Years',
  about: 'The years that models and manuals belong to.',
  help: 'The model years that models and manuals belong to.',
  columns: {
    name: column.keyed('Name', 'owners', '2027'),
    /** The rollover that prepares it; null once owners see it. */
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
  name: z.string(),
  /** The number of active models. */
  model_count: z.int(),
  /** Whether it is part of a model year that is being prepared, which owners do not see. */
  is_prepared: z.boolean(),
})
export type Year = z.output<typeof year>

const whichYear = which('year_id')

export const years = {
  list: endpoint('admin/years/list', listInput, pageOf(year)),
  get: getOf('admin/years/get', 'year_id', year),
  add: endpoint('admin/years/add', yearFields, saved(year), { change: 'add', once: true }),
  edit: endpoint('admin/years/edit', editFields(yearKind, yearFields), edited(year), { change: 'edit' }),
  delete: endpoint('admin/years/delete', whichYear, done, { change: 'delete' }),
  restore: endpoint('admin/years/restore', restoring('year_id'), done, { change: 'restore' }),
}
