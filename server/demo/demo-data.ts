import type { By } from '../by.ts'
import type { Db } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import type { FileDeps } from '../deps.ts'
import { addModel } from '../resources/models/models.service.ts'
import { addRvType, setRvTypeDeleted } from '../resources/rv-types/rv-types.service.ts'
import { addYear, setYearDeleted } from '../resources/years/years.service.ts'
import { addPictures } from './add-pictures.ts'
import { demoModels, demoRvTypes, demoYears } from './catalogue.ts'

/** Fills an empty database with the catalogue of a fictional maker. Leaves one that holds records already alone. */
export async function addDemoData(deps: FileDeps) {
  const { db } = deps
  const admin = await db.selectFrom('admins').select(['id', 'name']).executeTakeFirst()
  const filled = await db.selectFrom('rv_types').select('id').executeTakeFirst()
  if (!admin || filled) return false
  const by: By = { _id: admin.id, name: admin.name }
  await inTransaction(db, async (db) => {
    await addCatalogue(db, by)
    await addPictures({ ...deps, db }, by)
  })
  return true
}

async function addCatalogue(db: Db, by: By) {
  const types = new Map<string, string>()
  for (const [index, { name }] of demoRvTypes.entries()) {
    types.set(name, (await addRvType(db, { name, seq_no: index + 1 }, by))._id)
  }
  const years = new Map<string, string>()
  for (const { name } of demoYears) years.set(name, (await addYear(db, { name }, by))._id)

  for (const [index, { type, year, name, description }] of demoModels().entries()) {
    const ids = { cat_id: types.get(type) as string, year_id: years.get(year) as string }
    await addModel(db, { ...ids, name, seq_no: index + 1, description }, by)
  }
  for (const { name, inactive } of demoRvTypes) {
    if (inactive) await setRvTypeDeleted(db, types.get(name) as string, undefined, true, by)
  }
  for (const { name, inactive } of demoYears) {
    if (inactive) await setYearDeleted(db, years.get(name) as string, undefined, true, by)
  }
}
