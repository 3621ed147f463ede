import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { changes, records } from '#contract/changes.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { manuals } from '#contract/manuals.ts'
import { models } from '#contract/models.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { rvs } from '#contract/rvs.ts'
import { subTopics } from '#contract/sub-topics.ts'
import { topics } from '#contract/topics.ts'
import { users } from '#contract/users.ts'
import { years } from '#contract/years.ts'
import { engineOf } from '../../../db/engines/engine.ts'
import { runNextJob } from '../../../jobs/jobs.ts'
import { recordNew } from '../../../records/plan/sources/facts.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { manualFactory } from '../../../testing/manuals.ts'
import { addAnotherAdmin, addCatalogue, addOwner, changeBy } from '../../../testing/people.ts'
import { changeJobs } from '../change-jobs.ts'

let app: TestApp
let grace: { token: string }
const close = () => app.close()

const open = async (more: Parameters<typeof buildTestApp>[1] = {}) => {
  app = await buildTestApp({}, more)
  grace = await addAnotherAdmin(app, 'Grace')
}

const undo = async (change_id: string | null, more: object = {}) => {
  const answer = await app.call(changes.undo, { change_id, ...more })
  await app.runJobs()
  return answer
}
const obstaclesOf = async (change_id: string | null) => {
  const { data } = await app.call(changes.preview_undo, { change_id })
  const { status, data: refused } = await app.refusal(changes.undo, { change_id })
  expect([status, refused]).toMatchObject([409, data])
  return data.obstacles.map(({ title, reason }) => `${title}: ${reason}`)
}
const stateOf = async (change_id: string | null) => (await app.call(changes.get, { change_id })).change
const pagesNow = async () =>
  (await app.call(manualPages.list, { page: 1, per_page: 100, is_deleted: false })).data.length

/** Manuals, and a topic whose sub topics each have a page in all of them. */
async function aLibrary({ manualCount = 2, subTopicCount = 3 } = {}) {
  const make = manualFactory(app)
  const topic = await make.aTopic('Roof')
  const subs = []
  for (let place = 0; place < subTopicCount; place++) subs.push(await make.aSubTopic(topic._id, `Sub ${place}`))
  const all = []
  for (let place = 0; place < manualCount; place++) all.push(await make.aManual(`Kind ${place}`, `${2024 + place}`))
  for (const manual of all) for (const sub of subs) await make.aPage(manual._id, sub)
  return { topic_id: topic._id, subs, manuals: all.map(({ _id }) => _id) }
}

describe.each([
  ['in one transaction', {}],
  ['in steps', { largeChange: { moreThan: 0, step: 2 } }],
])('an undo %s', (_how, more) => {
  beforeEach(() => open(more))
  afterEach(close)

  it('brings back pages of a manual that was retired before their topic was deleted', async () => {
    const { topic_id, manuals: all } = await aLibrary()
    await app.call(manuals.delete, { manual_id: all[0] })
    const { change_id } = await app.call(topics.delete, { topic_id })
    expect((await app.call(changes.preview_undo, { change_id })).data).toEqual({
      record_count: 10,
      obstacle_count: 0,
      obstacles: [],
    })
    const undone = await undo(change_id)
    expect(await stateOf(undone.change_id)).toMatchObject({
      state: 'done',
      record_count: 10,
      message: 'Change undone.',
    })
    expect(await pagesNow()).toBe(6)
  })

  it('names the pages of a manual retired since, and leaves them if asked to', async () => {
    const { topic_id, manuals: all } = await aLibrary()
    const { change_id } = await app.call(topics.delete, { topic_id })
    await app.call(manuals.delete, { manual_id: all[1] })
    const { data } = await app.call(changes.preview_undo, { change_id })
    expect(data).toMatchObject({ record_count: 7, obstacle_count: 3 })
    expect(new Set(data.obstacles.map(({ reason }) => reason))).toEqual(
      new Set(['The manual “Kind 1 - 2025” is Inactive. Please restore it first.']),
    )
    const refusal = await app.refusal(changes.undo, { change_id })
    expect([refusal.status, refusal.message]).toEqual([409, '3 records cannot be undone because of later changes.'])
    expect(await pagesNow()).toBe(0)
    const undone = await undo(change_id, { leave_obstacles: true })
    expect(await stateOf(undone.change_id)).toMatchObject({
      state: 'done',
      record_count: 7,
      left_count: 3,
      message: 'Change undone for 7 of 10 records. 3 records were left unchanged.',
      undoes: change_id,
    })
    expect(await pagesNow()).toBe(3)
    expect((await app.refusal(changes.undo, { change_id })).message).toBe('This change has already been undone.')
  })

  it('brings nothing back below a topic that stays deleted', async () => {
    const { topic_id } = await aLibrary()
    const { change_id } = await app.call(topics.delete, { topic_id })
    await app.call(topics.edit, { topic_id, name: 'Top', seq_no: 1 }, grace)
    const obstacles = await obstaclesOf(change_id)
    expect(obstacles.slice(0, 2)).toEqual([
      'Top: Grace has since changed it.',
      'Sub 0: The topic “Top” is Inactive. Please restore it first.',
    ])
    // Of the parents of a page, the nearest is named.
    expect(obstacles).toContain('Top - Sub 0: The sub topic “Sub 0” is Inactive. Please restore it first.')
    expect((await app.refusal(changes.undo, { change_id, leave_obstacles: true })).status).toBe(409)
  })

  it('does not override a decision of somebody else that ends in the same value', async () => {
    const user_id = await addOwner(app)
    const { change_id } = await app.call(users.changeStatus, { user_id, status: false })
    await app.call(users.changeStatus, { user_id, status: true }, grace)
    await app.call(users.changeStatus, { user_id, status: false }, grace)
    expect(await obstaclesOf(change_id)).toEqual(['Grace Hopper: Grace has since changed Active.'])
  })

  it('goes by versions, not by ids, which a server whose clock is behind makes smaller', async () => {
    const { data } = await app.call(rvTypes.add, { name: 'Class A', seq_no: 1 })
    const edited = await app.call(rvTypes.edit, { cat_id: data._id, name: 'Class B', seq_no: 1 })
    const { change_id } = await app.call(rvTypes.edit, { cat_id: data._id, name: 'Class C', seq_no: 1 }, grace)
    const behind = (id: string | null) => `0${id?.slice(1)}`
    await app.db
      .updateTable('changes')
      .set({ id: behind(change_id) })
      .where('id', '=', change_id)
      .execute()
    const [entry] = await app.db.selectFrom('activity').select('id').where('change_id', '=', change_id).execute()
    const moved = { id: behind(entry?.id ?? null), change_id: behind(change_id) }
    await app.db.updateTable('activity').set(moved).where('change_id', '=', change_id).execute()
    const [row] = (await app.call(rvTypes.list, { page: 1 })).data
    expect(row?.updated_by).toBe('Grace')
    expect(await obstaclesOf(edited.change_id)).toEqual(['Class C: Grace has since changed Name.'])
  })

  it('is said with one full stop, also where the label of a field has its own', async () => {
    const { data } = await app.call(rvTypes.add, { name: 'Class A', seq_no: 1 })
    const { change_id } = await app.call(rvTypes.edit, { cat_id: data._id, name: 'Class A', seq_no: 2 })
    await app.call(rvTypes.edit, { cat_id: data._id, name: 'Class A', seq_no: 3 }, grace)
    expect(await obstaclesOf(change_id)).toEqual(['Class A: Grace has since changed Sequence No.'])
  })

  it('ignores what has been taken back, and counts it again once that is taken back', async () => {
    const user_id = await addOwner(app)
    const { change_id } = await app.call(users.changeStatus, { user_id, status: false })
    const later = await app.call(users.changeStatus, { user_id, status: true }, grace)
    const undone = await undo(later.change_id)
    expect((await app.call(changes.preview_undo, { change_id })).data.record_count).toBe(1)
    await undo(undone.change_id)
    expect(await obstaclesOf(change_id)).toEqual(['Grace Hopper: Grace has since changed Active.'])
  })

  it('refuses a reference that the form would refuse: one that was deleted since, not one that was before', async () => {
    const { category, year, model } = await addCatalogue(app)
    const other = (await app.call(rvTypes.add, { name: 'Class A', seq_no: 1 })).data._id
    const fields = { model_id: model, year_id: year, name: '2285', seq_no: 1, description: 'Bunks for two.' }
    const edited = await app.call(models.edit, { ...fields, cat_id: other })
    const gone = await app.call(rvTypes.delete, { cat_id: category })
    expect(await obstaclesOf(edited.change_id)).toEqual([
      '2285: The RV type “Type of 2285” is Inactive. Please restore it first.',
    ])
    await undo(gone.change_id)
    await undo(edited.change_id)
    await app.call(rvTypes.delete, { cat_id: category })
    const again = await app.call(models.edit, { ...fields, cat_id: other })
    await undo(again.change_id)
    const [row] = (await app.call(models.list, { page: 1 })).data
    expect(row?.cat_id._id).toBe(category)
  })

  it('gives no RV a model of another type or year', async () => {
    const [one, two] = [await addCatalogue(app, '2285'), await addCatalogue(app, '3285')]
    const user_id = await addOwner(app)
    const values = {
      cat_id: one.category,
      model_id: one.model,
      year_id: one.year,
      user_id,
      serial_no: '',
      external_id: null,
      sold_by: null,
      transfer_refused: null,
      full_vin: null,
      vin: '1'.repeat(6),
    }
    const rv_id = await app.db
      .transaction()
      .execute((db) => recordNew(db, 'rvs', values, changeBy({ _id: user_id, kind: 'user' })))
    const rv = { rv_id, category: two.category, year: two.year, model: two.model, serial_no: '' }
    const { change_id } = await app.call(rvs.edit, rv)
    const moved = {
      model_id: one.model,
      cat_id: two.category,
      year_id: one.year,
      name: '2285',
      seq_no: 1,
      description: 'x',
    }
    const move = await app.call(models.edit, moved, grace)
    expect(await obstaclesOf(change_id)).toEqual(['RV 111111: The model “2285” has a different RV Type now.'])
    await undo(move.change_id)
    await undo(change_id)
  })

  it('of the type of a model is held up by the RVs that have it with the type it has now', async () => {
    const [one, two] = [await addCatalogue(app, '2285'), await addCatalogue(app, '3285')]
    const type = (await app.call(rvTypes.list, {})).data.find(({ _id }) => _id === two.category)?.name
    const fields = { model_id: one.model, year_id: one.year, name: '2285', seq_no: 1, description: 'x' }
    const { change_id } = await app.call(models.edit, { ...fields, cat_id: two.category })
    const user_id = await addOwner(app)
    const rv = {
      cat_id: two.category,
      model_id: one.model,
      year_id: one.year,
      user_id,
      serial_no: '',
      external_id: null,
      sold_by: null,
      transfer_refused: null,
      full_vin: null,
    }
    const ids: string[] = []
    for (const vin of ['111111', '222222']) {
      const owner = changeBy({ _id: user_id, kind: 'user' })
      ids.push(await app.db.transaction().execute((db) => recordNew(db, 'rvs', { ...rv, vin }, owner)))
    }
    const words = (rvs: string) => `${rvs} this model with ${type}.`
    const why = `${words('2 RVs have')} They would no longer fit.`
    expect(await obstaclesOf(change_id)).toEqual([`2285: ${why}`])
    const edit = await app.refusal(models.edit, { ...fields, cat_id: one.category })
    const advice = `${why} Add another model instead, or change the RVs first.`
    expect([edit.status, edit.message, edit.errors]).toEqual([409, advice, { cat_id: [advice] }])
    await app.call(models.edit, { ...fields, cat_id: two.category, name: 'Renamed' })
    await app.call(models.edit, { ...fields, cat_id: two.category })
    await app.call(rvs.delete, { rv_id: ids[0] })
    const left = await app.refusal(models.edit, { ...fields, cat_id: one.category })
    expect(left.message.startsWith(`${words('2 RVs (1 inactive) have')} They would`)).toBe(true)
    const moved = { category: one.category, year: one.year, model: one.model, serial_no: '' }
    const other = await app.call(models.add, { ...fields, name: 'Other', cat_id: two.category })
    for (const rv_id of ids)
      await app.call(rvs.edit, { ...moved, rv_id, category: two.category, model: other.data._id })
    await undo(change_id)
  })

  it('of an addition is held up by what others have added below it, or have chosen it for', async () => {
    const make = manualFactory(app)
    const type = await app.call(rvTypes.add, { name: 'Travel Trailer', seq_no: 1 })
    const year = await app.call(years.add, { name: '2024' })
    const manual = await app.call(manuals.add, { category: type.data._id, year: year.data._id })
    const sub = await make.aSubTopic((await make.aTopic())._id)
    await make.aPage(manual.data._id, sub)
    expect(await obstaclesOf(manual.change_id)).toEqual([
      'Travel Trailer - 2024: The manual page “Electrical - Fuses” uses it.',
    ])
    expect(await obstaclesOf(type.change_id)).toEqual(['Travel Trailer: The manual “Travel Trailer - 2024” uses it.'])
  })

  it('takes a topic away with all that came with it, and not while something newer is below it', async () => {
    const { topic_id, subs } = await aLibrary()
    const gone = await app.call(topics.delete, { topic_id })
    const back = await undo(gone.change_id)
    const newer = await app.call(subTopics.add, { topic_id, name: 'Newer', seq_no: 1 }, grace)
    expect(await obstaclesOf(back.change_id)).toEqual(['Roof: The sub topic “Newer” belongs to it.'])
    await undo(newer.change_id)
    await app.call(subTopics.edit, { sub_topic_id: subs[0]?._id, name: 'Renamed', seq_no: 1 }, grace)
    expect(await obstaclesOf(back.change_id)).toEqual([
      'Renamed: Grace has since changed it.',
      'Roof: The sub topic “Renamed” belongs to it.',
    ])
    const part = await undo(back.change_id, { leave_obstacles: true })
    expect(await stateOf(part.change_id)).toMatchObject({ left_count: 2, record_count: 8 })
    const left = (await app.call(subTopics.list, { page: 1, is_deleted: false })).data
    expect(left.map(({ name }) => name)).toEqual(['Renamed'])
  })
})

describe('a change in steps', () => {
  beforeEach(() => open({ largeChange: { moreThan: 2, step: 2 } }))
  afterEach(close)

  const someTypes = async (count = 7) => {
    for (let place = 0; place < count; place++) await app.call(rvTypes.add, { name: `Type ${place}`, seq_no: place })
  }
  const all = (action: string) => ({ record_type: 'rv_types', action, matching: { is_deleted: action === 'restore' } })
  const oneStep = () => runNextJob(app.db, changeJobs(app.deps), app.deps.log)
  const activeTypes = async () => (await app.call(rvTypes.list, { page: 1, is_deleted: false })).total

  it('says that it is running, is stopped after its step, says how far it came, and is undone', async () => {
    await someTypes()
    const { change_id } = await app.call(records.bulk, all('delete'))
    await oneStep()
    expect((await app.refusal(changes.undo, { change_id })).message).toBe('This change is still running.')
    const stopped = await app.call(changes.stop, { change_id })
    expect(stopped.data).toMatchObject({
      state: 'stopped',
      record_count: 2,
      can_undo: true,
      message: 'Removing 7 RV types: stopped after 2 records.',
    })
    await app.runJobs()
    expect(await activeTypes()).toBe(5)
    expect((await app.refusal(changes.stop, { change_id })).message).toBe('This change is not running.')
    await undo(change_id)
    expect(await activeTypes()).toBe(7)
  })

  it('whose undo was stopped can be undone to the end', async () => {
    await someTypes()
    const { change_id } = await app.call(records.bulk, all('delete'))
    await app.runJobs()
    const first = await app.call(changes.undo, { change_id })
    expect(first.message).toBe('Undoing 7 records.')
    await oneStep()
    expect((await app.refusal(changes.undo, { change_id })).message).toBe('This change is being undone.')
    await app.call(changes.stop, { change_id: first.change_id })
    await app.runJobs()
    expect(await activeTypes()).toBe(2)
    expect((await app.call(changes.preview_undo, { change_id })).data.record_count).toBe(5)
    const second = await undo(change_id)
    expect([await activeTypes(), (await stateOf(second.change_id)).record_count]).toEqual([7, 5])
    await undo(second.change_id)
    expect(await activeTypes()).toBe(2)
    await undo(first.change_id)
    expect(await activeTypes()).toBe(0)
  })

  it('goes on although a server of the schema before has begun it', async () => {
    await someTypes()
    const { change_id } = await app.call(records.bulk, all('delete'))
    await app.runJobs()
    const started = await app.call(changes.undo, { change_id })
    await oneStep()
    const [job] = await app.db.selectFrom('jobs').select('payload').execute()
    const { passes: _passes, after: _after, ...before } = JSON.parse(job?.payload ?? '{}')
    await app.db
      .updateTable('jobs')
      .set({ payload: JSON.stringify({ ...before, left: 5 }) })
      .execute()
    await app.runJobs()
    expect(await stateOf(started.change_id)).toMatchObject({ state: 'done', record_count: 7, left_count: 0 })
    expect(await activeTypes()).toBe(7)
  })

  it('that began before a change, and deleted its parent after it, is in the way of bringing back what was below', async () => {
    const { aTopic, aSubTopic, aManual, aPage } = manualFactory(app)
    const [topic, manual] = [await aTopic(), await aManual()]
    const subs: Awaited<ReturnType<typeof aSubTopic>>[] = []
    for (let place = 0; place < 4; place++) subs.push(await aSubTopic(topic._id, `Sub ${place}`, place))
    const begun = await app.call(records.bulk, { ...all('delete'), record_type: 'sub_topics' })
    await oneStep()
    const still = (await app.call(subTopics.list, { page: 1, is_deleted: false })).data
    const parent = subs.find(({ _id }) => still.some((sub) => sub._id === _id))
    if (!parent) throw new Error('The first step left no sub topic')
    const added = await aPage(manual._id, parent)
    const removed = await app.call(manualPages.delete, { manual_page_id: added._id })
    await app.runJobs()
    expect((await stateOf(begun.change_id)).state).toBe('done')
    const refusal = await app.refusal(changes.undo, { change_id: removed.change_id })
    expect([refusal.status, refusal.data]).toMatchObject([409, { obstacle_count: 1 }])
    await undo(begun.change_id)
    await undo(removed.change_id)
    expect((await app.call(manualPages.list, { manual_id: manual._id, page: 1 })).data[0]?.is_deleted).toBe(false)
  })

  it('leaves what others put in its way meanwhile, and says so', async () => {
    await someTypes()
    const { change_id } = await app.call(records.bulk, all('delete'))
    await app.runJobs()
    const started = await app.call(changes.undo, { change_id })
    await oneStep()
    await app.call(rvTypes.add, { name: 'Type 6', seq_no: 1 }, grace)
    await app.runJobs()
    expect(await stateOf(started.change_id)).toMatchObject({
      state: 'done',
      record_count: 6,
      left_count: 1,
      message: 'Change undone for 6 of 7 records. 1 record was left unchanged.',
    })
  })

  it('is planned once for its preview and the undo, until something is changed', async () => {
    await someTypes()
    const { change_id } = await app.call(records.bulk, all('delete'))
    await app.runJobs()
    await app.call(rvTypes.add, { name: 'Type 6', seq_no: 1 }, grace)
    const asked = vi.spyOn(engineOf(app.db), 'rowsOffThread')
    const plans = () => asked.mock.calls.filter(([, text]) => /distinct table_name, action/.test(text)).length
    await app.call(changes.preview_undo, { change_id })
    await app.call(changes.preview_undo, { change_id })
    expect((await app.refusal(changes.undo, { change_id })).status).toBe(409)
    expect(plans()).toBe(1)
    await app.call(rvTypes.add, { name: 'Type 5', seq_no: 1 }, grace)
    expect((await app.call(changes.preview_undo, { change_id })).data.obstacle_count).toBe(2)
    expect(plans()).toBe(2)
  })

  it('that restores is refused before it starts when a name is taken or a parent deleted, and leaves what is refused later', async () => {
    await someTypes()
    await app.call(records.bulk, all('delete'))
    await app.runJobs()
    const twin = await app.call(rvTypes.add, { name: 'Type 5', seq_no: 1 })
    expect((await app.refusal(records.bulk, all('restore'))).errors).toEqual({ name: ['RV type already exists.'] })
    expect(await activeTypes()).toBe(1)
    await undo(twin.change_id)
    const { change_id } = await app.call(records.bulk, { ...all('restore'), except: [twin.data._id] })
    await oneStep()
    await app.call(rvTypes.add, { name: 'Type 5', seq_no: 1 })
    await app.runJobs()
    expect(await stateOf(change_id)).toMatchObject({
      state: 'done',
      record_count: 6,
      left_count: 1,
      message: '6 RV types restored successfully. 1 RV type was left unchanged.',
    })

    const { topic_id } = await aLibrary()
    const pages = { record_type: 'manual_pages', action: 'restore', matching: { is_deleted: true } }
    await app.call(topics.delete, { topic_id })
    expect((await app.refusal(records.bulk, pages)).message).toContain('is Inactive. Please restore it first.')
  })
})

describe('a bulk change', () => {
  beforeEach(() => open())
  afterEach(close)

  it('that finds nothing to do writes no change and says so', async () => {
    const { data } = await app.call(rvTypes.add, { name: 'A', seq_no: 1 })
    await app.call(rvTypes.delete, { cat_id: data._id })
    const before = (await app.call(changes.list, { page: 1 })).total
    const bulk = { record_type: 'rv_types', action: 'delete', ids: [data._id] }
    expect(await app.call(records.bulk, bulk)).toEqual({
      message: 'Nothing was changed.',
      change_id: null,
      can_undo: false,
      data: null,
    })
    expect((await app.call(changes.list, { page: 1 })).total).toBe(before)
  })

  it('refuses a blank filter without a number, which would mean everything', async () => {
    await app.call(rvTypes.add, { name: 'A', seq_no: 1 })
    for (const value of ['', ' ']) {
      const bulk = { record_type: 'rv_types', action: 'delete', matching: { filters: { name: { value } } } }
      expect((await app.refusal(records.bulk, bulk)).status).toBe(422)
      expect((await app.call(records.bulk, { ...bulk, expect: 1 })).change_id).not.toBeNull()
      await undo((await app.call(changes.list, { page: 1 })).data[0]?._id ?? null)
    }
  })
})
