import type { z } from 'zod'
import type { Model, modelFields } from '#contract/models.ts'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { textKey } from '../../db/text-key.ts'
import { inTransaction } from '../../db/transaction.ts'
import { refused } from '../../errors.ts'
import { addRecord, changeRecord, refuseDuplicate, refuseStale, setRecordDeleted } from '../../records/change.ts'
import { isActive } from '../../records/is-active.ts'
import { findModel } from './models.repository.ts'

type Fields = z.output<typeof modelFields>

const THING = 'Model'
const toColumns = (fields: Fields) => ({
  cat_id: fields.cat_id,
  year_id: fields.year_id,
  name: fields.name,
  name_key: textKey(fields.name),
  seq_no: fields.seq_no,
  description: fields.description,
  description_key: textKey(fields.description),
})

// Names are unique within a type and year.
const uniqueColumns = ({ cat_id, year_id, name_key }: ReturnType<typeof toColumns>) => ({ cat_id, year_id, name_key })

/** Adds a model. Throws 422 for a type or year that is not active, or a duplicate name. */
export function addModel(db: Db, fields: Fields, actor: Actor): Promise<Model> {
  return inTransaction(db, async (db) => {
    await refuseUnknownChoices(db, fields)
    const columns = toColumns(fields)
    await refuseDuplicate(db, 'models', uniqueColumns(columns), THING)
    return findModel(db, await addRecord(db, 'models', columns, actor))
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
  actor: Actor,
): Promise<Model> {
  return inTransaction(db, async (db) => {
    const current = await findModel(db, id)
    await refuseStale(db, current, version)
    await refuseUnknownChoices(db, fields, current)
    const columns = toColumns(fields)
    if (!current.is_deleted) await refuseDuplicate(db, 'models', uniqueColumns(columns), THING, { except: id })
    await changeRecord(db, 'models', id, columns, actor)
    return findModel(db, id)
  })
}

/** Soft-deletes or restores a model. Throws 404, 409, 422 for a duplicate name. */
export function setModelDeleted(db: Db, id: string, version: number | undefined, deleted: boolean, actor: Actor) {
  return inTransaction(db, async (db) => {
    const current = await findModel(db, id)
    const { cat_id, year_id, name } = current
    const unique = { cat_id: cat_id._id, year_id: year_id._id, name_key: textKey(name) }
    await setRecordDeleted(db, 'models', current, { deleted, version, unique, thing: THING }, actor)
  })
}

async function refuseUnknownChoices(db: Db, { cat_id, year_id }: Fields, current?: Model) {
  if (cat_id !== current?.cat_id._id && !(await isActive(db, 'rv_types', cat_id))) {
    throw refused('cat_id', 'Please select type')
  }
  if (year_id !== current?.year_id._id && !(await isActive(db, 'years', year_id))) {
    throw refused('year_id', 'Please select year')
  }
}
