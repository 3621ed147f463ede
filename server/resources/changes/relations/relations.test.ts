import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changes, records } from '#contract/changes.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { manuals } from '#contract/manuals.ts'
import { models } from '#contract/models.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { rvs } from '#contract/rvs.ts'
import { subTopics } from '#contract/sub-topics.ts'
import { topics } from '#contract/topics.ts'
import { openAppSession } from '../../../auth/app-sessions.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { manualFactory } from '../../../testing/manuals.ts'
import { addCatalogue, addOwner } from '../../../testing/people.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const relations = async (record_type: string, record_id: string) =>
  (await app.call(records.relations, { record_type, record_id })).data

describe('what a record is related to', () => {
  it('is what goes along, what uses it, and what a restore would bring back', async () => {
    const make = manualFactory(app)
    const topic = await make.aTopic('Electrical', 1)
    const [fuses, solar] = [await make.aSubTopic(topic._id, 'Fuses'), await make.aSubTopic(topic._id, 'Solar')]
    await make.aPage((await make.aManual())._id, fuses)
    expect((await relations('topics', topic._id)).along).toEqual([
      { record_type: 'sub_topics', count: 2, filters: { topic_name: { op: 'equals', value: 'Electrical' } } },
      { record_type: 'manual_pages', count: 1, filters: { topic: { op: 'equals', value: 'Electrical' } } },
    ])
    await app.call(subTopics.delete, { sub_topic_id: solar._id })
    await app.call(topics.delete, { topic_id: topic._id })
    expect(await relations('topics', topic._id)).toMatchObject({ along: [], below: 3, went_with: 2 })
    await app.call(topics.restore, { topic_id: topic._id, only_with: true })
    const now = (await app.call(subTopics.list, { page: 1 })).data
    expect(Object.fromEntries(now.map(({ name, is_deleted }) => [name, is_deleted]))).toEqual({
      Fuses: false,
      Solar: true,
    })

    const { category } = await addCatalogue(app)
    const used = (await relations('rv_types', category)).used_by
    expect(used).toEqual([
      { record_type: 'models', count: 1, filters: { rv_type: { op: 'equals', value: 'Type of 2285' } } },
    ])
    const shown = await app.call(models.list, { page: 1, filters: used[0]?.filters })
    expect(shown.total).toBe(1)
    expect((await app.refusal(records.relations, { record_type: 'years', record_id: 'none' })).status).toBe(404)
    expect((await app.call(manuals.list, { page: 1 })).total).toBe(1)
  })
  it('is found by its name and by what tells it from its namesakes', async () => {
    const make = manualFactory(app)
    const manual = await make.aManual()
    const pumps = await make.aSubTopic((await make.aTopic('Electrical'))._id, 'Pumps')
    const namesake = await make.aSubTopic((await make.aTopic('Water'))._id, 'Pumps')
    for (const subTopic of [pumps, namesake]) await make.aPage(manual._id, subTopic)
    const [pages] = (await relations('sub_topics', pumps._id)).along
    expect(pages?.count).toBe(1)
    expect((await app.call(manualPages.list, { page: 1, filters: pages?.filters })).total).toBe(1)

    const token = await openAppSession(app.db, await addOwner(app))
    const one = await addCatalogue(app, '2285')
    const [type, year] = [one.category, (await addCatalogue(app, '3110')).year]
    const description = 'Of another year.'
    const { data: other } = await app.call(models.add, {
      cat_id: type,
      year_id: year,
      name: '2285',
      seq_no: 2,
      description,
    })
    const vins = [
      ['310312', one],
      ['310313', { ...one, year, model: other._id }],
    ] as const
    for (const [vin, catalogue] of vins)
      await app.call(ownRecords.addRv, { ...catalogue, vin, serial_no: vin }, { token })
    const [used] = (await relations('models', one.model)).used_by
    expect(used).toMatchObject({ record_type: 'rvs', count: 1 })
    expect((await app.call(rvs.list, { page: 1, filters: used?.filters })).total).toBe(1)
  })

  it('counts as coming back what does: no page of a deleted manual, and one of several for the same place', async () => {
    const make = manualFactory(app)
    const topic = await make.aTopic()
    const fuses = await make.aSubTopic(topic._id)
    const [kept, gone] = [await make.aManual(), await make.aManual('Toy Hauler', '2023')]
    await app.call(manualPages.delete, { manual_page_id: (await make.aPage(kept._id, fuses))._id })
    for (const manual of [kept, gone]) await make.aPage(manual._id, fuses)
    await app.call(topics.delete, { topic_id: topic._id })
    await app.call(manuals.delete, { manual_id: gone._id })
    expect(await relations('topics', topic._id)).toMatchObject({ below: 2, went_with: 2 })
    expect(await relations('sub_topics', fuses._id)).toMatchObject({ below: 1 })
    expect((await app.call(topics.restore, { topic_id: topic._id, only_with: true })).data).toEqual({
      subtopic_count: 1,
      page_count: 1,
      pages_left: 1,
    })
  })
})

it('brings back the page that went along although an older one of its place was changed later', async () => {
  const make = manualFactory(app)
  const topic = await make.aTopic()
  const fuses = await make.aSubTopic(topic._id)
  const manual = await make.aManual()
  const older = await make.aPage(manual._id, fuses, '<p>First</p>')
  const place = { manual_id: manual._id, topic_id: topic._id, subtopic_id: fuses._id }
  const edit = { ...place, manual_page_id: older._id, content: '<p>Second</p>' }
  const { change_id } = await app.call(manualPages.edit, edit)
  await app.call(manualPages.delete, { manual_page_id: older._id })
  const newer = await make.aPage(manual._id, fuses, '<p>Newer</p>')
  await app.call(topics.delete, { topic_id: topic._id })
  await app.call(changes.undo, { change_id })
  await app.call(topics.restore, { topic_id: topic._id, only_with: true })
  const active = (await app.call(manualPages.list, { page: 1, is_deleted: false })).data
  expect(active.map(({ _id }) => _id)).toEqual([newer._id])
})

describe('what many records are related to', () => {
  const ofMany = async (fields: object) => (await app.call(records.relations, fields as { record_type: string })).data

  it('is the same, added up, by their ids and by the filters of their list', async () => {
    const make = manualFactory(app)
    const [electrical, water] = [await make.aTopic('Electrical', 1), await make.aTopic('Water', 2)]
    const fuses = await make.aSubTopic(electrical._id, 'Fuses')
    await make.aSubTopic(water._id, 'Pumps')
    await make.aPage((await make.aManual())._id, fuses)
    const both = {
      along: [
        { record_type: 'sub_topics', count: 2, filters: {} },
        { record_type: 'manual_pages', count: 1, filters: {} },
      ],
      used_by: [],
      returning: [],
      below: 0,
      went_with: 0,
    }
    expect(await ofMany({ record_type: 'topics', ids: [electrical._id, water._id] })).toEqual(both)
    expect(await ofMany({ record_type: 'topics', matching: {} })).toEqual(both)
    const named = { filters: { name: { value: 'elec' } } }
    expect((await ofMany({ record_type: 'topics', matching: named })).along.map(({ count }) => count)).toEqual([1, 1])
    expect((await ofMany({ record_type: 'topics', matching: {}, except: [electrical._id] })).along).toEqual([
      { record_type: 'sub_topics', count: 1, filters: {} },
    ])
    const { category } = await addCatalogue(app)
    expect((await ofMany({ record_type: 'rv_types', ids: [category] })).used_by).toEqual([
      { record_type: 'models', count: 1, filters: {} },
    ])
  })

  it('is what a restore brings back, by kind and added up as it comes', async () => {
    const make = manualFactory(app)
    const [electrical, water] = [await make.aTopic('Electrical', 1), await make.aTopic('Water', 2)]
    const [fuses, solar] = [
      await make.aSubTopic(electrical._id, 'Fuses'),
      await make.aSubTopic(electrical._id, 'Solar'),
    ]
    const pumps = await make.aSubTopic(water._id, 'Pumps')
    const [manual, gone] = [await make.aManual(), await make.aManual('Toy Hauler', '2023')]
    // Of two pages for one place only one comes back, and none from a deleted manual.
    await app.call(manualPages.delete, { manual_page_id: (await make.aPage(manual._id, fuses))._id })
    for (const subTopic of [fuses, solar, pumps]) await make.aPage(manual._id, subTopic)
    await make.aPage(gone._id, pumps)
    const ids = [electrical._id, water._id]
    for (const topic_id of ids) await app.call(topics.delete, { topic_id })
    await app.call(manuals.delete, { manual_id: gone._id })
    const all = {
      along: [],
      returning: [
        { record_type: 'sub_topics', count: 3, filters: {} },
        { record_type: 'manual_pages', count: 3, filters: {} },
      ],
      below: 6,
    }
    expect(await ofMany({ record_type: 'topics', ids })).toMatchObject(all)
    expect(await ofMany({ record_type: 'topics', matching: { is_deleted: true } })).toMatchObject(all)
    expect(await relations('topics', water._id)).toMatchObject({
      returning: [
        { record_type: 'sub_topics', count: 1 },
        { record_type: 'manual_pages', count: 1 },
      ],
      below: 2,
    })
    const restored = await app.call(records.bulk, { record_type: 'topics', action: 'restore', ids })
    expect(restored.data).toMatchObject({ record_count: 2 + all.below })
    expect(await ofMany({ record_type: 'topics', ids })).toMatchObject({ returning: [], below: 0 })
  })

  it('is asked for either one record or many', async () => {
    for (const fields of [{}, { record_id: 'a', ids: ['a'] }, { ids: ['a'], matching: {} }, { ids: [] }]) {
      expect((await app.refusal(records.relations, { record_type: 'topics', ...fields })).status).toBe(422)
    }
    const unknown = { record_type: 'topics', matching: { manual_id: 'a' } }
    expect((await app.refusal(records.relations, unknown)).status).toBe(422)
  })
})
