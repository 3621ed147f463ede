import type { z } from 'zod'
import type { Rv, rvFields } from '#contract/rvs.ts'
import type { Db } from '../../db/schema.ts'
import { refused } from '../../errors.ts'
import type { Own } from '../../records/record-tables.ts'
import { recordsOf } from '../standard/records-of.ts'
import { choicesFor, rvList } from './rvs.repository.ts'

type Fields = Omit<z.output<typeof rvFields>, 'vin'> & { vin?: string | undefined }

/**
 * RVs, each of the owner who added it; without a VIN the old one stays. A type, year or model that has been deleted
 * since may stay but not be chosen again, and the model must belong to the type and year.
 */
export const rvRecords = recordsOf(rvList, {
  narrowedBy: 'user_id',
  toColumns: ({ category, year, model, serial_no, vin = '' }: Fields, current, { actor }) => ({
    cat_id: category,
    year_id: year,
    model_id: model,
    serial_no,
    vin: vin || (current?.vin ?? ''),
    ...(!current && { user_id: actor._id }),
  }),
  check: (db, values, { current }) => refuseUnknownChoices(db, values, current),
})

async function refuseUnknownChoices(
  db: Db,
  { cat_id = '', year_id = '', model_id = '' }: Partial<Own<'rvs'>>,
  current?: Rv,
) {
  const { category, year, model } = await choicesFor(db, { category: cat_id, year: year_id, model: model_id })
  const [sameType, sameYear] = [cat_id === current?.category._id, year_id === current?.year._id]
  if (!sameType && !category) throw refused('category', 'Please select RV Type.')
  if (!sameYear && !year) throw refused('year', 'Please select Year.')
  const sameModel = model_id === current?.model._id
  if (sameType && sameYear && sameModel) return
  const offered = model?.cat_id === cat_id && model.year_id === year_id
  const deletedSince = model?.is_deleted === 1 && !sameModel
  if (!offered || deletedSince) throw refused('model', 'Please select Model.')
}
