import type { z } from 'zod'
import { fullVinAfter, fullVinOf, type Rv, type rvFields, storedVin } from '#contract/rvs.ts'
import type { Db } from '../../db/schema.ts'
import { notFound, refused } from '../../errors.ts'
import type { OpenChange, Write } from '../../records/open-change.ts'
import { setDeletedWhere, writeRecord } from '../../records/plan/carry-out.ts'
import { setColumns } from '../../records/plan/sources/acts.ts'
import type { Own } from '../../records/record-tables.ts'
import { readRow, type StoredRow } from '../../records/rows.ts'
import { eraseDueAt } from '../privacy/schedule-erase.ts'
import { recordsOf } from '../records/records-of.ts'
import { rvList } from './rvs.repository.ts'
import { soldRvOf } from './transfers.repository.ts'
import { absorbUnclaimed, claim } from './unclaimed.ts'

type Fields = Omit<z.output<typeof rvFields>, 'vin' | 'full_vin'> & {
  vin?: string | undefined
  full_vin?: string | null | undefined
}

/** RVs, each belonging to the owner who added it, or to nobody yet; without a VIN the old one stays. */
const records = recordsOf(rvList, {
  narrowedBy: 'user_id',
  toColumns({ category, year, model, serial_no, vin: typed, external_id, full_vin }: Fields, current, { actor }) {
    const vin = typed || full_vin ? storedVin(typed || full_vin || '') : (current?.vin ?? '')
    return {
      cat_id: category,
      year_id: year,
      model_id: model,
      serial_no,
      vin,
      external_id,
      full_vin: fullVinAfter(vin, fullVinOf(typed ?? '') ?? full_vin, current?.full_vin ?? null),
      ...(!current && { user_id: actor._id }),
    }
  },
})

/**
 * RVs, with what a VIN reveals: an owner who adds one that a factory described without an owner claims that one, and an
 * edit that makes an RV identical to such a one takes its place.
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

type Stored = StoredRow & Own<'rvs'>

async function findTransfer(db: Db, id: string) {
  const sold = await soldRvOf(db, id)
  if (sold === undefined) throw notFound('This transfer')
  return { kept: (await readRow(db, 'rvs', sold)) as Stored, next: (await readRow(db, 'rvs', id)) as Stored }
}

/** Refuses a transfer to somebody who cannot sign in, or soon is no more. */
async function refuseGoing(db: Db, id: string) {
  const owner = await readRow(db, 'users', id)
  const account = `The account of ${String(owner['name'])}`
  if (owner.is_deleted || owner['status'] !== 1)
    throw refused('transfer_id', `${account} is not active. Please activate it first.`, 'inactive')
  if (await eraseDueAt(db, id))
    throw refused('transfer_id', `${account} is to be erased. Please keep it first.`, 'not_allowed')
}

/**
 * Gives a sold RV to the owner who registered its VIN, replacing what they entered; their numbers fill in missing ones.
 * Throws 404 if the transfer is not waiting, and 422 if that owner is not active or will be erased, and as when they
 * add an RV. Call it in a transaction.
 */
export async function acceptTransfer(db: Db, id: string, change: OpenChange) {
  const { kept, next } = await findTransfer(db, id)
  await refuseGoing(db, String(next.user_id))
  const numbers = { serial_no: kept.serial_no ?? next.serial_no, full_vin: kept.full_vin ?? next.full_vin }
  const values = { user_id: next.user_id, sold_by: null, ...numbers }
  await setDeletedWhere(db, 'rvs', { id: next.id }, true, change)
  await writeRecord(db, 'rvs', { row: kept, values }, change)
}

/** Leaves both RVs as they are. Throws 404 if the transfer is not waiting. Call it in a transaction. */
export async function refuseTransfer(db: Db, id: string, change: OpenChange) {
  const { kept, next } = await findTransfer(db, id)
  await setColumns(db, 'rvs', next, { transfer_refused: kept.id }, change)
}
