import type { z } from 'zod'
import type { Rv, rvFields } from '#contract/rvs.ts'
import type { Write } from '../../records/open-change.ts'
import type { Own } from '../../records/record-tables.ts'
import { recordsOf } from '../records/records-of.ts'
import { rvList } from './rvs.repository.ts'
import { absorbUnclaimed, claim } from './unclaimed.ts'

type Fields = Omit<z.output<typeof rvFields>, 'vin'> & { vin?: string | undefined }

/** RVs, each of the owner who added it, or of none yet; without a VIN the old one stays. */
const records = recordsOf(rvList, {
  narrowedBy: 'user_id',
  toColumns: ({ category, year, model, serial_no, vin = '', external_id }: Fields, current, { actor }) => ({
    cat_id: category,
    year_id: year,
    model_id: model,
    serial_no,
    vin: vin || (current?.vin ?? ''),
    external_id,
    ...(!current && { user_id: actor._id }),
  }),
})

/**
 * RVs, with what a VIN finds out: an owner who adds one that a factory has described without an owner claims that one, and
 * an edit that makes an RV the same as such a one takes its place.
 */
export const rvRecords: typeof records = {
  ...records,
  add: (deps, fields, write) =>
    records.add(deps, fields, (work, more) =>
      write(async (db, change) => {
        const claimed = await claim(db, records.columnsOf(fields, undefined, change) as Own<'rvs'>, change)
        return claimed === undefined ? work(db, change) : answerOf<typeof work>(await records.find(db, claimed))
      }, more),
    ),
  edit: (deps, edit, write) =>
    records.edit(deps, edit, (work, more) =>
      write(async (db, change) => {
        const answer = await work(db, change)
        const isAnother = await absorbUnclaimed(db, edit.id, change)
        return isAnother ? answerOf<typeof work>(await records.find(db, edit.id)) : answer
      }, more),
    ),
}

/** Both calls write to answer the record, which the type of `Write` leaves open. */
const answerOf = <Work extends Parameters<Write>[0]>(rv: Rv) => rv as Awaited<ReturnType<Work>>
