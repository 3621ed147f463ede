import { join } from 'node:path'
import type { z } from 'zod'
import { checklistFields } from '#contract/checklists.ts'
import { newCmsPage } from '#contract/cms-pages.ts'
import type { Column } from '#contract/column.ts'
import { kinds, type RecordType } from '#contract/kinds.ts'
import { maintenanceItemFields } from '#contract/maintenance-items.ts'
import { modelFields } from '#contract/models.ts'
import type { RecordRow } from '#contract/records.ts'
import { rvTypeFields } from '#contract/rv-types.ts'
import { subTopicFields } from '#contract/sub-topics.ts'
import { topicFields } from '#contract/topics.ts'
import { yearFields } from '#contract/years.ts'
import { engineOf } from '../db/engines/engine.ts'
import { parentsFirst } from '../db/parents-first.ts'
import type { Db } from '../db/schema.ts'
import type { ContentDeps, FileDeps } from '../deps.ts'
import { notedFiles } from '../integrations/files/stored-files.ts'
import { runInChildProcess } from '../processes/child-process.ts'
import { asPartOf, type OpenChange, openChange } from '../records/open-change.ts'
import { recordNew } from '../records/plan/sources/facts.ts'
import type { Own } from '../records/record-tables.ts'
import { appImageRecords } from '../resources/app-images/app-images.service.ts'
import { checklistRecords } from '../resources/checklists/checklists.service.ts'
import { cmsPageRecords } from '../resources/cms-pages/cms-pages.service.ts'
import { maintenanceItemRecords } from '../resources/maintenance-items/maintenance-items.service.ts'
import { menuItemRecords } from '../resources/menu-items/menu-items.service.ts'
import { modelRecords } from '../resources/models/models.service.ts'
import type { Records } from '../resources/records/records-of.ts'
import { rvTypeRecords } from '../resources/rv-types/rv-types.service.ts'
import { socialMediaRecords } from '../resources/social-medias/social-medias.service.ts'
import { subTopicRecords } from '../resources/sub-topics/sub-topics.service.ts'
import { topicRecords } from '../resources/topics/topics.service.ts'
import { yearRecords } from '../resources/years/years.service.ts'
import type { Settings } from '../settings/settings.ts'
import { addDealers } from './add-dealers.ts'
import { addManuals } from './add-manuals.ts'
import { addNotifications } from './add-notifications.ts'
import { addPeople } from './add-people.ts'
import { daysFromToday } from './days.ts'
import { demoLinkIcon, demoLinks, demoMenuIcon, demoSliders } from './pictures.ts'
import {
  demoChecklists,
  demoCmsPages,
  demoMaintenanceItems,
  demoModels,
  demoRvTypes,
  demoTopics,
  demoYears,
} from './texts.ts'

/**
 * Fills an empty database with the catalogue and content of a fictional maker. Does nothing if it holds records.
 * Resolves to whether it did.
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

/** Adds records in the form that their calls take. */
const adding =
  <Deps extends { db: Db }>(deps: Deps, change: OpenChange) =>
  <Form extends z.ZodObject>(
    records: Pick<Records<RecordRow, z.output<Form>, Deps>, 'add'>,
    form: Form,
    fields: z.input<Form>,
  ) =>
    records.add(deps, form.parse(fields), asPartOf(deps.db, change))

/** Whether a database already holds records, which demo data would mix with. */
export const holdsRecords = async (db: Db) =>
  (await db.selectFrom('rv_types').select('id').limit(1).executeTakeFirst()) !== undefined

/** Adds RV types, years and models of the fictional maker. Call it in a transaction. */
export async function addCatalogue(db: Db, change: OpenChange) {
  const add = adding({ db }, change)
  const [rvTypes, modelYears] = [demoRvTypes(), demoYears()]
  const types = new Map<string, string>()
  for (const [index, { name }] of rvTypes.entries()) {
    types.set(name, (await add(rvTypeRecords, rvTypeFields, { name, seq_no: index + 1 }))._id)
  }
  const years = new Map<string, string>()
  for (const { name } of modelYears) years.set(name, (await add(yearRecords, yearFields, { name }))._id)

  for (const [index, { type, year, name, description }] of demoModels().entries()) {
    const ids = { cat_id: types.get(type) as string, year_id: years.get(year) as string }
    await add(modelRecords, modelFields, { ...ids, name, seq_no: index + 1, description })
  }
  for (const { name, inactive } of rvTypes) {
    if (inactive) await rvTypeRecords.setDeleted(db, types.get(name) as string, { deleted: true }, change)
  }
  for (const { name, inactive } of modelYears) {
    if (inactive) await yearRecords.setDeleted(db, years.get(name) as string, { deleted: true }, change)
  }
}

async function addTopics(db: Db, change: OpenChange) {
  const add = adding({ db }, change)
  for (const [index, { name, subTopics, inactive = [] }] of demoTopics().entries()) {
    const topic_id = (await add(topicRecords, topicFields, { name, seq_no: index + 1 }))._id
    for (const [place, name] of subTopics.entries()) {
      const { _id } = await add(subTopicRecords, subTopicFields, { topic_id, name, seq_no: place + 1 })
      if (inactive.includes(name)) await subTopicRecords.setDeleted(db, _id, { deleted: true }, change)
    }
  }
}

async function addCare(db: Db, change: OpenChange) {
  const add = adding({ db }, change)
  for (const { inactive, ...fields } of demoChecklists()) {
    const { _id } = await add(checklistRecords, checklistFields, fields)
    if (inactive) await checklistRecords.setDeleted(db, _id, { deleted: true }, change)
  }
  for (const { inactive, days, ...fields } of demoMaintenanceItems()) {
    const { _id } = await add(maintenanceItemRecords, maintenanceItemFields, {
      ...fields,
      due_date: daysFromToday(days),
    })
    if (inactive) await maintenanceItemRecords.setDeleted(db, _id, { deleted: true }, change)
  }
}

async function addCmsPages(deps: ContentDeps, change: OpenChange) {
  const add = adding(deps, change)
  for (const { inactive, ...fields } of demoCmsPages()) {
    const { _id } = await add(cmsPageRecords, newCmsPage, fields)
    if (inactive) await cmsPageRecords.setDeleted(deps.db, _id, { deleted: true }, change)
  }
}

/** Adds slider images, menu icons and social media links. Call it in a transaction. */
async function addPictures(deps: FileDeps, change: OpenChange) {
  for (const [index, url] of (await demoSliders()).entries()) {
    const { _id } = await appImageRecords.add(deps, { url, seq_no: index + 1 }, asPartOf(deps.db, change))
    // The winter picture is inactive until its season.
    if (index === 4) await appImageRecords.setDeleted(deps.db, _id, { deleted: true }, change)
  }
  const menu = await menuItemRecords.page(deps.db, {})
  for (const { _id, title, seq_no, code } of menu.data) {
    const fields = { title, title_fr: '', seq_no, icon: await demoMenuIcon(code) }
    await menuItemRecords.edit(deps, { id: _id, fields }, asPartOf(deps.db, change))
  }
  for (const link of demoLinks) {
    const { name, url, inactive } = link
    const { _id } = await socialMediaRecords.add(
      deps,
      { name, url, url_fr: '', icon: await demoLinkIcon(link) },
      asPartOf(deps.db, change),
    )
    if (inactive) await socialMediaRecords.setDeleted(deps.db, _id, { deleted: true }, change)
  }
}

/**
 * Fills an empty installation in a separate process: making pictures and PDFs takes memory that this process would
 * otherwise keep for as long as it runs.
 */
export async function addDemoDataInProcess(db: Db, settings: Settings) {
  if (await holdsRecords(db)) return
  const program = join(import.meta.dirname, 'demo-data.process.ts')
  // With our environment, which may say how to reach the database.
  await runInChildProcess<Settings, boolean>(program, settings, { env: process.env })
}

/** Values for fields whose examples do not fit together. */
const TOGETHER: Partial<Record<RecordType, object>> = {
  // A remedied vehicle has no reason why its owner was not reached.
  campaign_units: { reason: null, serial: '310312' },
}

/** Adds a record made of the description's examples to each of these kinds that has none. Call it in a transaction. */
export async function addSamples(db: Db, change: OpenChange, types: readonly RecordType[] = parentsFirst) {
  const firstIdOf = async (type: RecordType) =>
    (
      await db
        .selectFrom(type as 'years')
        .select('id')
        .limit(1)
        .executeTakeFirst()
    )?.id
  for (const type of types) {
    if (await firstIdOf(type)) continue
    const values: Record<string, unknown> = {}
    for (const [name, { refersTo, example }] of Object.entries<Column<RecordType>>(kinds[type].columns))
      values[name] = refersTo ? await firstIdOf(refersTo) : stored(example)
    await recordNew(db, type, { ...values, ...TOGETHER[type] } as Own<RecordType>, change)
  }
}

const stored = (example: Column['example']) => (typeof example === 'object' ? JSON.stringify(example) : example)
