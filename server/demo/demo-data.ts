import type { z } from 'zod'
import { checklistFields } from '#contract/checklists.ts'
import { newCmsPage } from '#contract/cms-pages.ts'
import { maintenanceItemFields } from '#contract/maintenance-items.ts'
import { modelFields } from '#contract/models.ts'
import type { RecordRow } from '#contract/records.ts'
import { rvTypeFields } from '#contract/rv-types.ts'
import { subTopicFields } from '#contract/sub-topics.ts'
import { topicFields } from '#contract/topics.ts'
import { yearFields } from '#contract/years.ts'
import { engineOf } from '../db/engines/engine.ts'
import type { Db } from '../db/schema.ts'
import type { ContentDeps, FileDeps } from '../deps.ts'
import { notedFiles } from '../integrations/files/stored-files.ts'
import { asPartOf, type OpenChange, openChange } from '../records/open-change.ts'
import { checklistRecords } from '../resources/checklists/checklists.service.ts'
import { cmsPageRecords } from '../resources/cms-pages/cms-pages.service.ts'
import { maintenanceItemRecords } from '../resources/maintenance-items/maintenance-items.service.ts'
import { modelRecords } from '../resources/models/models.service.ts'
import type { Records } from '../resources/records/records-of.ts'
import { rvTypeRecords } from '../resources/rv-types/rv-types.service.ts'
import { subTopicRecords } from '../resources/sub-topics/sub-topics.service.ts'
import { topicRecords } from '../resources/topics/topics.service.ts'
import { yearRecords } from '../resources/years/years.service.ts'
import { addDealers } from './add-dealers.ts'
import { addManuals } from './add-manuals.ts'
import { addNotifications } from './add-notifications.ts'
import { addPeople } from './add-people.ts'
import { addPictures } from './add-pictures.ts'
import { addSamples } from './add-samples.ts'
import { demoChecklists, demoMaintenanceItems } from './care.ts'
import { demoModels, demoRvTypes, demoYears } from './catalogue.ts'
import { demoCmsPages } from './cms-pages.ts'
import { daysFromToday } from './days.ts'
import { demoInactiveSubTopics, demoTopics } from './topics.ts'

/**
 * Fills an empty database with the catalogue and content of a fictional maker. Does nothing if it holds records.
 * Resolves to whether it was filled.
 */
export async function addDemoData(given: FileDeps & ContentDeps) {
  return engineOf(given.db).withSetupLock(given.db, async (db) => {
    const deps = { ...given, db, files: notedFiles(db, given.files) }
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
    await addManuals(deps, change)
    await addCare(db, change)
    await addPictures(deps, change)
    await addCmsPages(deps, change)
    await addDealers(deps, change)
    await addNotifications(db, change)
    await addSamples(db, change)
    return true
  })
}

/** Adds records as their calls take them. */
const adding =
  <Deps extends { db: Db }>(deps: Deps, change: OpenChange) =>
  <Form extends z.ZodObject>(
    records: Pick<Records<RecordRow, z.output<Form>, Deps>, 'add'>,
    form: Form,
    fields: z.input<Form>,
  ) =>
    records.add(deps, form.parse(fields), asPartOf(deps.db, change))

/** Whether a database holds records already, so that demo data would be mixed with them. */
export const holdsRecords = async (db: Db) =>
  (await db.selectFrom('rv_types').select('id').limit(1).executeTakeFirst()) !== undefined

/** Adds RV types, years and models of the fictional maker. Call it in a transaction. */
export async function addCatalogue(db: Db, change: OpenChange) {
  const add = adding({ db }, change)
  const types = new Map<string, string>()
  for (const [index, { name }] of demoRvTypes.entries()) {
    types.set(name, (await add(rvTypeRecords, rvTypeFields, { name, seq_no: index + 1 }))._id)
  }
  const years = new Map<string, string>()
  for (const { name } of demoYears) years.set(name, (await add(yearRecords, yearFields, { name }))._id)

  for (const [index, { type, year, name, description }] of demoModels().entries()) {
    const ids = { cat_id: types.get(type) as string, year_id: years.get(year) as string }
    await add(modelRecords, modelFields, { ...ids, name, seq_no: index + 1, description })
  }
  for (const { name, inactive } of demoRvTypes) {
    if (inactive) await rvTypeRecords.setDeleted(db, types.get(name) as string, { deleted: true }, change)
  }
  for (const { name, inactive } of demoYears) {
    if (inactive) await yearRecords.setDeleted(db, years.get(name) as string, { deleted: true }, change)
  }
}

async function addTopics(db: Db, change: OpenChange) {
  const add = adding({ db }, change)
  for (const [index, { name, subTopics }] of demoTopics.entries()) {
    const topic_id = (await add(topicRecords, topicFields, { name, seq_no: index + 1 }))._id
    for (const [place, name] of subTopics.entries()) {
      const { _id } = await add(subTopicRecords, subTopicFields, { topic_id, name, seq_no: place + 1 })
      if (demoInactiveSubTopics.includes(name)) await subTopicRecords.setDeleted(db, _id, { deleted: true }, change)
    }
  }
}

async function addCare(db: Db, change: OpenChange) {
  const add = adding({ db }, change)
  for (const { inactive, ...fields } of demoChecklists) {
    const { _id } = await add(checklistRecords, checklistFields, fields)
    if (inactive) await checklistRecords.setDeleted(db, _id, { deleted: true }, change)
  }
  for (const { inactive, days, ...fields } of demoMaintenanceItems) {
    const { _id } = await add(maintenanceItemRecords, maintenanceItemFields, {
      ...fields,
      due_date: daysFromToday(days),
    })
    if (inactive) await maintenanceItemRecords.setDeleted(db, _id, { deleted: true }, change)
  }
}

async function addCmsPages(deps: ContentDeps, change: OpenChange) {
  const add = adding(deps, change)
  for (const { inactive, ...fields } of demoCmsPages) {
    const { _id } = await add(cmsPageRecords, newCmsPage, fields)
    if (inactive) await cmsPageRecords.setDeleted(deps.db, _id, { deleted: true }, change)
  }
}
