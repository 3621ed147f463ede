import { engineOf } from '../db/engines/engine.ts'
import type { Db } from '../db/schema.ts'
import type { ContentDeps, FileDeps } from '../deps.ts'
import { asPartOf, type OpenChange, openChange } from '../records/open-change.ts'
import { checklistRecords } from '../resources/checklists/checklists.service.ts'
import { cmsPageRecords } from '../resources/cms-pages/cms-pages.service.ts'
import { maintenanceItemRecords } from '../resources/maintenance-items/maintenance-items.service.ts'
import { modelRecords } from '../resources/models/models.service.ts'
import { rvTypeRecords } from '../resources/rv-types/rv-types.service.ts'
import { subTopicRecords } from '../resources/sub-topics/sub-topics.service.ts'
import { topicRecords } from '../resources/topics/topics.service.ts'
import { yearRecords } from '../resources/years/years.service.ts'
import { addDealers } from './add-dealers.ts'
import { addManuals } from './add-manuals.ts'
import { addNotifications } from './add-notifications.ts'
import { addPeople } from './add-people.ts'
import { addPictures } from './add-pictures.ts'
import { demoChecklists, demoMaintenanceItems } from './care.ts'
import { demoModels, demoRvTypes, demoYears } from './catalogue.ts'
import { demoCmsPages } from './cms-pages.ts'
import { daysFromToday } from './days.ts'
import { demoInactiveSubTopics, demoTopics } from './topics.ts'

/**
 * Fills an empty database with the catalogue and content of a fictional maker. Does nothing if it holds records.
 * Resolves to whether it was filled.
 */
export async function addDemoData(deps: FileDeps & ContentDeps) {
  return engineOf(deps.db).withSetupLock(deps.db, async (db) => {
    const admin = await db.selectFrom('admins').select('id').executeTakeFirst()
    if (!admin || (await holdsRecords(db))) return false
    const change = openChange({
      actor: { _id: admin.id, kind: 'admin' },
      call: 'demo-data',
      kind: 'import',
      isFinal: true,
      message: 'Demo data added.',
    })
    await addCatalogue(db, change)
    await addPeople(db)
    await addTopics(db, change)
    await addManuals({ ...deps, db }, change)
    await addCare(db, change)
    await addPictures({ ...deps, db }, change)
    await addCmsPages({ ...deps, db }, change)
    await addDealers({ ...deps, db }, change)
    await addNotifications(db, change)
    return true
  })
}

/** Whether a database holds records already, so that demo data would be mixed with them. */
export const holdsRecords = async (db: Db) =>
  (await db.selectFrom('rv_types').select('id').limit(1).executeTakeFirst()) !== undefined

/** Adds RV types, years and models of the fictional maker. Call it in a transaction. */
export async function addCatalogue(db: Db, change: OpenChange) {
  const types = new Map<string, string>()
  for (const [index, { name }] of demoRvTypes.entries()) {
    types.set(name, (await rvTypeRecords.add({ db }, { name, seq_no: index + 1 }, asPartOf(db, change)))._id)
  }
  const years = new Map<string, string>()
  for (const { name } of demoYears) years.set(name, (await yearRecords.add({ db }, { name }, asPartOf(db, change)))._id)

  for (const [index, { type, year, name, description }] of demoModels().entries()) {
    const ids = { cat_id: types.get(type) as string, year_id: years.get(year) as string }
    await modelRecords.add({ db }, { ...ids, name, seq_no: index + 1, description }, asPartOf(db, change))
  }
  for (const { name, inactive } of demoRvTypes) {
    if (inactive) await rvTypeRecords.setDeleted(db, types.get(name) as string, { deleted: true }, change)
  }
  for (const { name, inactive } of demoYears) {
    if (inactive) await yearRecords.setDeleted(db, years.get(name) as string, { deleted: true }, change)
  }
}

async function addTopics(db: Db, change: OpenChange) {
  for (const [index, { name, subTopics }] of demoTopics.entries()) {
    const topic_id = (await topicRecords.add({ db }, { name, seq_no: index + 1 }, asPartOf(db, change)))._id
    for (const [place, name] of subTopics.entries()) {
      const { _id } = await subTopicRecords.add({ db }, { topic_id, name, seq_no: place + 1 }, asPartOf(db, change))
      if (demoInactiveSubTopics.includes(name)) await subTopicRecords.setDeleted(db, _id, { deleted: true }, change)
    }
  }
}

async function addCare(db: Db, change: OpenChange) {
  for (const { inactive, ...fields } of demoChecklists) {
    const { _id } = await checklistRecords.add({ db }, fields, asPartOf(db, change))
    if (inactive) await checklistRecords.setDeleted(db, _id, { deleted: true }, change)
  }
  for (const { inactive, days, ...fields } of demoMaintenanceItems) {
    const { _id } = await maintenanceItemRecords.add(
      { db },
      { ...fields, due_date: daysFromToday(days) },
      asPartOf(db, change),
    )
    if (inactive) await maintenanceItemRecords.setDeleted(db, _id, { deleted: true }, change)
  }
}

async function addCmsPages(deps: ContentDeps, change: OpenChange) {
  for (const { inactive, ...fields } of demoCmsPages) {
    const { _id } = await cmsPageRecords.add(deps, fields, asPartOf(deps.db, change))
    if (inactive) await cmsPageRecords.setDeleted(deps.db, _id, { deleted: true }, change)
  }
}
