import type { z } from 'zod'
import type { Model, modelFields } from '#contract/models.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import { refused } from '../../errors.ts'
import { addRecord, refuseDuplicate, setRecordDeleted } from '../../records/change.ts'
import { editRecord } from '../../records/edit-record.ts'
import { isActive } from '../../records/is-active.ts'
import type { OpenChange } from '../../records/open-change.ts'
import { findModel } from './models.repository.ts'

type Fields = z.output<typeof modelFields>

type Choices = Pick<Fields, 'cat_id' | 'year_id'>

const toColumns = (fields: Fields) => ({
  cat_id: fields.cat_id,
  year_id: fields.year_id,
  name: fields.name,
  seq_no: fields.seq_no,
  description: fields.description,
})

/** Adds a model. Throws 422 for a type or year that is not active, or a duplicate name. */
export function addModel(db: Db, fields: Fields, change: OpenChange): Promise<Model> {
  return inTransaction(db, async (db) => {
    await refuseUnknownChoices(db, fields)
    const columns = toColumns(fields)
    await refuseDuplicate(db, 'models', columns)
    return findModel(db, await addRecord(db, 'models', columns, change))
  })
}

/**
 * Changes a model. A type or year that has been deleted since may stay but not be chosen again. Throws 404, 409 if
 * `version` is outdated, 422 as addModel does.
 */
export function editModel(
  db: Db,
  id: string,
  version: number | undefined,
  fields: Fields,
  change: OpenChange,
): Promise<Model> {
  return inTransaction(db, async (db) => {
    const current = await findModel(db, id)
    const check = (choices: Choices) => refuseUnknownChoices(db, choices, current)
    await editRecord(db, 'models', current, { version, values: toColumns(fields), check }, change)
    return findModel(db, id)
  })
}

/** Soft-deletes or restores a model. Throws 404, 409, 422 for a duplicate name. */
export function setModelDeleted(db: Db, id: string, version: number | undefined, deleted: boolean, change: OpenChange) {
  return inTransaction(db, async (db) => {
    await setRecordDeleted(db, 'models', await findModel(db, id), { deleted, version }, change)
  })
}

async function refuseUnknownChoices(db: Db, { cat_id, year_id }: Choices, current?: Model) {
  if (cat_id !== current?.cat_id._id && !(await isActive(db, 'rv_types', cat_id))) {
    throw refused('cat_id', 'Please select type')
  }
  if (year_id !== current?.year_id._id && !(await isActive(db, 'years', year_id))) {
    throw refused('year_id', 'Please select year')
  }
}
