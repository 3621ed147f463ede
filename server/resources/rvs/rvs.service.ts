import type { z } from 'zod'
import type { Rv, rvFields } from '#contract/rvs.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import { refused } from '../../errors.ts'
import { addRecord, setRecordDeleted } from '../../records/change.ts'
import { editRecord } from '../../records/edit-record.ts'
import type { OpenChange } from '../../records/open-change.ts'
import { choicesFor, findRv } from './rvs.repository.ts'

type Fields = z.output<typeof rvFields>

type Columns = ReturnType<typeof toColumns>

const toColumns = ({ category, year, model, serial_no, vin }: Fields) => ({
  cat_id: category,
  year_id: year,
  model_id: model,
  serial_no,
  vin,
})

/** Registers an RV for the app user who makes the call. Throws 422 for a type, year or model that cannot be chosen. */
export function addRv(db: Db, fields: Fields, change: OpenChange): Promise<Rv> {
  return inTransaction(db, async (db) => {
    await refuseUnknownChoices(db, fields)
    return findRv(db, await addRecord(db, 'rvs', { ...toColumns(fields), user_id: change.actor._id }, change))
  })
}

/**
 * Changes an RV; its owner stays, and so does the VIN if it is left out. A type, year or model that has been deleted
 * since may stay but not be chosen again, and the model must belong to the type and year. Throws 404, 409 if `version`
 * is outdated, 422 as addRv does.
 */
export function editRv(
  db: Db,
  id: string,
  version: number | undefined,
  fields: Omit<Fields, 'vin'> & { vin?: string | undefined },
  change: OpenChange,
): Promise<Rv> {
  return inTransaction(db, async (db) => {
    const current = await findRv(db, id)
    const { vin = current.vin } = fields
    const check = ({ cat_id, year_id, model_id }: Columns) =>
      refuseUnknownChoices(db, { category: cat_id, year: year_id, model: model_id }, current)
    await editRecord(db, 'rvs', current, { version, values: toColumns({ ...fields, vin }), check }, change)
    return findRv(db, id)
  })
}

/** Soft-deletes or restores an RV. Throws 404, 409. */
export function setRvDeleted(db: Db, id: string, version: number | undefined, deleted: boolean, change: OpenChange) {
  return inTransaction(db, async (db) => {
    await setRecordDeleted(db, 'rvs', await findRv(db, id), { deleted, version }, change)
  })
}

async function refuseUnknownChoices(db: Db, fields: Pick<Fields, 'category' | 'year' | 'model'>, current?: Rv) {
  const { category, year, model } = await choicesFor(db, fields)
  if (fields.category !== current?.category._id && !category) throw refused('category', 'Please select RV Type.')
  if (fields.year !== current?.year._id && !year) throw refused('year', 'Please select Year.')
  const stays = (['category', 'year', 'model'] as const).every((field) => fields[field] === current?.[field]._id)
  if (stays) return
  const offered = model?.cat_id === fields.category && model.year_id === fields.year
  const deletedSince = model?.is_deleted === 1 && fields.model !== current?.model._id
  if (!offered || deletedSince) throw refused('model', 'Please select Model.')
}
