import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { changes, records } from '#contract/changes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { manuals } from '#contract/manuals.ts'
import { models } from '#contract/models.ts'
import { content } from '#contract/owner/content.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { sync } from '#contract/owner/sync.ts'
import { rollovers } from '#contract/rollovers.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { rvs } from '#contract/rvs.ts'
import { topics } from '#contract/topics.ts'
import { years } from '#contract/years.ts'
import { openAppSession } from '../../auth/app-sessions.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { manualFactory } from '../../testing/manuals.ts'
import { addOwner } from '../../testing/people.ts'
import { random } from '../../testing/seed.ts'
import { settledCursor } from '../../testing/syncing-app.ts'

const visitor = { token: null }
const seen: Endpoint[] = [
  content.rvTypes,
  content.years,
  content.models,
  content.manuals,
  content.topics,
  content.subTopics,
]

let app: TestApp
let year: string
let manual: { _id: string }
let page: { _id: string }
let model: { _id: string }
let made: ReturnType<typeof manualFactory>

/** A year with a model, and a manual with two pages. */
async function setUp(more: Parameters<typeof buildTestApp>[1] = {}) {
  app = await buildTestApp({}, more)
  made = manualFactory(app)
  const whole = await made.aManual('Travel Trailer', '2026')
  manual = whole
  year = whole.year._id
  const topic = await made.aTopic()
  page = await made.aPage(manual._id, await made.aSubTopic(topic._id, 'Fuses', 1), '<p>Fuses</p>')
  await made.aPage(manual._id, await made.aSubTopic(topic._id, 'Lights', 2), '<p>Lights</p>')
  const fields = { cat_id: whole.category._id, year_id: year, name: '2285', seq_no: 1, description: 'Bunks.' }
  model = (await app.call(models.add, { ...fields, external_id: 'M-1' })).data
}
beforeEach(() => setUp())
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const answers = async () =>
  Promise.all(
    [...seen.map((call) => [call, {}] as const), [content.manualPages, { manual_id: manual._id }] as const].map(
      async ([call, input]) => {
        const { body, headers } = await app.send(call, input, visitor)
        return [body, headers.etag]
      },
    ),
  )
const parts = ['models', 'manuals', 'pages'] as const
const prepare = async (more: object = {}) =>
  (await app.call(rollovers.prepare, { from_year_id: year, name: '2027', parts, ...more })).data
const only = async () => (await app.call(rollovers.list, {})).data[0]
const yearNames = async () => (await app.call(content.years, {}, visitor)).data.map(({ name }) => name)
const pagesOf = async (manual_id: string) => (await app.call(manualPages.list, { manual_id, is_deleted: false })).data
const manualsOf = async (year_id: string) =>
  (await app.call(manuals.list, { filters: { year_id: { op: 'eq', value: year_id } } })).data

describe('a rollover', () => {
  it('copies a year unseen by owners, goes live whole as one change, and back by an undo', async () => {
    const before = await answers()
    const rollover = await prepare()
    expect(rollover).toMatchObject({
      state: 'ready',
      name: '2027',
      from_year: { _id: year, name: '2026' },
      counts: { models: 1, manuals: 1, pages: 2 },
      made: { models: 1, manuals: 1, pages: 2 },
    })
    expect(await answers()).toEqual(before)
    const [copy] = await manualsOf(rollover.year_id)
    expect(copy).toMatchObject({ name: 'Travel Trailer - 2027', is_prepared: true, pdf_url: null, page_count: 2 })
    const { data: listed } = await app.call(models.list, {})
    expect(listed.map(({ year_name, external_id, is_prepared }) => [year_name, external_id, is_prepared])).toEqual(
      expect.arrayContaining([
        ['2026', 'M-1', false],
        ['2027', null, true],
      ]),
    )
    const since = await settledCursor((endpoint, input) => app.call(endpoint, input, visitor))
    const live = await app.call(rollovers.goLive, { rollover_id: rollover._id })
    expect([live.message, live.data.state]).toEqual(['2027 is live.', 'live'])
    expect(await yearNames()).toEqual(['2027', '2026'])
    const synced = await app.call(sync, { since }, visitor)
    expect(synced.changed.map(({ type }) => type).toSorted()).toEqual([
      'manual_pages',
      'manual_pages',
      'manuals',
      'models',
      'years',
    ])
    await app.call(changes.undo, { change_id: live.change_id })
    expect((await only())?.state).toBe('ready')
    expect((await answers()).map(([body]) => body)).toEqual(before.map(([body]) => body))
  })

  it('goes live at its time, once, by whoever set it; or not, where the time is called off', async () => {
    const START = Date.parse('2031-03-30T08:00:00.000Z')
    await app.close()
    vi.useFakeTimers({ toFake: ['Date'], now: START })
    await setUp()
    const { _id } = await prepare()
    const at = '2031-03-30T12:00:00+02:00'
    const set = await app.call(rollovers.goLive, { rollover_id: _id, at })
    expect([set.message, set.data.state, set.data.go_live_at]).toEqual([
      'The time is set.',
      'ready',
      '2031-03-30T10:00:00.000Z',
    ])
    vi.setSystemTime(START + 3_600_000)
    await app.runJobs()
    expect(await yearNames()).toEqual(['2026'])
    expect((await app.call(rollovers.goLive, { rollover_id: _id, at: null })).data.go_live_at).toBeNull()
    vi.setSystemTime(START + 3 * 3_600_000)
    await app.runJobs()
    expect(await yearNames()).toEqual(['2026'])
    await app.call(rollovers.goLive, { rollover_id: _id, at: new Date(START + 4 * 3_600_000).toISOString() })
    vi.setSystemTime(START + 10 * 3_600_000)
    await app.runJobs()
    await app.runJobs()
    expect(await yearNames()).toEqual(['2027', '2026'])
    const { data } = await app.call(changes.list, { per_page: 1 })
    expect(data[0]).toMatchObject({ message: '2027 is live.', by: { name: 'Administrator' } })
    expect(data[0]?.sentence).toBe('Administrator went live with year “2027”')
    expect((await only())?.go_live_at).toBeNull()
  })

  it('is thrown away whole, which can be undone; its name is free again', async () => {
    const rollover = await prepare()
    const [copy] = await manualsOf(rollover.year_id)
    const gone = await app.call(rollovers.discard, { rollover_id: rollover._id })
    expect([gone.message, (await only())?.state]).toEqual(['2027 is thrown away.', 'discarded'])
    const { data: told } = await app.call(changes.list, { per_page: 2 })
    expect(told.map(({ sentence }) => sentence)).toEqual([
      expect.stringMatching(/^Administrator threw away year “2027” with /),
      expect.stringMatching(/^Administrator prepared year “2027” with /),
    ])
    const active = async () => (await pagesOf(copy?._id ?? '')).length
    expect([await active(), (await app.call(years.list, { is_deleted: false })).total]).toEqual([0, 1])
    expect((await app.refusal(rollovers.goLive, { rollover_id: rollover._id })).message).toBe('2027 was thrown away.')
    await app.call(changes.undo, { change_id: gone.change_id })
    expect([await active(), (await only())?.state, await yearNames()]).toEqual([2, 'ready', ['2026']])
    await app.call(rollovers.discard, { rollover_id: rollover._id })
    expect((await prepare()).state).toBe('ready')
  })

  it('takes RVs without an owner along when it is thrown away, and back by an undo; those of owners stay in the way', async () => {
    const rollover = await prepare()
    const { data } = await app.call(models.list, { filters: { year_name: { op: 'equals', value: '2027' } } })
    const { cat_id, year_id, _id } = data[0] as (typeof data)[number]
    const rv = { category: cat_id._id, year: year_id._id, model: _id, vin: '310312' }
    await app.call(rvs.upsert, { records: [{ ...rv, external_id: 'F-1' }] })
    const active = async () => (await app.call(rvs.list, { is_deleted: false })).data.map(({ vin }) => vin)
    const gone = await app.call(rollovers.discard, { rollover_id: rollover._id })
    expect([gone.message, await active()]).toEqual(['2027 is thrown away, with 1 RV that has no owner.', []])
    await app.call(changes.undo, { change_id: gone.change_id })
    expect([await active(), (await only())?.state]).toEqual([['310312'], 'ready'])
    const live = await app.call(rollovers.goLive, { rollover_id: rollover._id })
    const token = await openAppSession(app.db, await addOwner(app))
    await app.call(ownRecords.addRv, { ...rv, vin: '310313' }, { token })
    await app.call(changes.undo, { change_id: live.change_id })
    expect(await app.refusal(rollovers.discard, { rollover_id: rollover._id })).toMatchObject({
      status: 409,
      code: 'in_use',
      message: '1 RV of 2027 has an owner. Please change that first.',
    })
    expect((await active()).toSorted()).toEqual(['310312', '310313'])
  })

  it('is not deleted as other years are, which would leave the rest of it', async () => {
    const { year_id } = await prepare()
    const words = '2027 is being prepared. Please throw it away under “Model-year rollover”.'
    const one = await app.refusal(years.delete, { year_id })
    expect([one.status, one.errors]).toEqual([422, { year_id: [words] }])
    const many = { record_type: 'years', action: 'delete', ids: [year, year_id] } as const
    expect((await app.refusal(records.bulk, many)).message).toBe(words)
    expect([(await only())?.state, (await app.call(years.list, { is_deleted: false })).total]).toEqual(['ready', 2])
  })

  it('refuses a name that is taken, pages without manuals, and nothing to copy', async () => {
    const refusal = async (more: object) =>
      (await app.refusal(rollovers.prepare, { from_year_id: year, name: '2027', parts, ...more })).errors
    await prepare()
    expect(await refusal({})).toEqual({ name: ['Year already exists.'] })
    expect(await refusal({ name: '2026' })).toEqual({ name: ['Year already exists.'] })
    expect(await refusal({ name: '2028', parts: ['pages'] })).toEqual({
      parts: ['Pages are copied with their manuals only.'],
    })
    expect(await refusal({ name: '2028', model_ids: [], parts: ['models'] })).toEqual({
      parts: ['There is nothing to copy in 2026.'],
    })
    for (const none of [[], undefined])
      expect(await refusal({ name: '2028', parts: none })).toEqual({ parts: ['Please choose what to copy.'] })
  })

  it('refuses what is chosen of no year, of another one, or deleted', async () => {
    const elsewhere = await made.aManual('Fifth Wheel', '2025')
    const place = { cat_id: elsewhere.category._id, seq_no: 1, description: 'Bunks.' }
    const other = await app.call(models.add, { ...place, year_id: elsewhere.year._id, name: '2910' })
    const gone = await app.call(models.add, { ...place, year_id: year, name: '2911' })
    await app.call(models.delete, { model_id: gone.data._id })
    const refusal = async (more: object) => {
      const { status, errors, error_codes } = await app.refusal(rollovers.prepare, {
        from_year_id: year,
        name: '2027',
        parts,
        ...more,
      })
      return { status, errors, error_codes }
    }
    const unknown = (field: string, message: string) => ({
      status: 422,
      errors: { [field]: [message] },
      error_codes: { [field]: ['unknown'] },
    })
    for (const id of ['nowhere', other.data._id, gone.data._id])
      expect(await refusal({ model_ids: [model._id, id] })).toEqual(
        unknown('model_ids', 'Some of these models are deleted or not in 2026.'),
      )
    for (const id of ['nowhere', elsewhere._id])
      expect(await refusal({ manual_ids: [manual._id, id] })).toEqual(
        unknown('manual_ids', 'Some of these manuals are deleted or not in 2026.'),
      )
    expect(await refusal({ topic_ids: ['nowhere'] })).toEqual(
      unknown('topic_ids', 'Some of these topics are deleted or do not exist.'),
    )
    expect(await refusal({ parts: ['manuals'], model_ids: ['nowhere'] })).toEqual(
      unknown('model_ids', 'Some of these models are deleted or not in 2026.'),
    )
    expect(await only()).toBeUndefined()
    expect((await prepare({ model_ids: [model._id, model._id], manual_ids: [manual._id] })).made).toEqual({
      models: 1,
      manuals: 1,
      pages: 2,
    })
  })

  it('has RVs of its year without an owner, and none of an owner until it is live', async () => {
    await prepare()
    await app.runJobs()
    const { data } = await app.call(models.list, { filters: { year_name: { op: 'equals', value: '2027' } } })
    const { cat_id, year_id, _id } = data[0] as (typeof data)[number]
    const rv = { category: cat_id._id, year: year_id._id, model: _id, vin: '310312' }
    expect((await app.call(rvs.upsert, { records: [{ ...rv, external_id: 'F-1' }] })).data.new).toBe(1)
    const owner = await addOwner(app)
    const token = await openAppSession(app.db, owner)
    const words = '2027 is still being prepared. Owners do not see it yet.'
    const given = { records: [{ ...rv, user: owner }] }
    expect((await app.refusal(rvs.upsert, given)).refused).toEqual([{ place: 0, errors: { year: [words] } }])
    const asNone = { year: ['Please select Year.'] }
    expect((await app.refusal(ownRecords.addRv, rv, { token })).errors).toEqual(asNone)
    expect((await app.refusal(ownRecords.addRv, { ...rv, vin: '310313' }, { token })).errors).toEqual(asNone)
    await app.call(rollovers.goLive, { rollover_id: (await only())?._id ?? '' })
    expect((await app.call(ownRecords.addRv, rv, { token })).data.vin).toBe('310312')
    expect((await app.call(rvs.list, {})).data).toMatchObject([{ external_id: 'F-1', added_by: 'Grace Hopper' }])
  })

  it('copies what is chosen, as the plan says', async () => {
    const topic_ids = [(await made.aTopic('Water', 2))._id]
    const chosen = { from_year_id: year, parts, topic_ids, model_ids: [] }
    const { data } = await app.call(rollovers.plan, chosen)
    expect(data).toMatchObject({
      counts: { models: 0, manuals: 1, pages: 0 },
      models: [{ name: '2285', rv_type: 'Travel Trailer' }],
      manuals: [{ name: 'Travel Trailer - 2026', page_count: 2 }],
      topics: [{ name: 'Electrical', page_count: 2 }],
    })
    expect((await prepare({ topic_ids, model_ids: [] })).made).toEqual(data.counts)
  })

  it('says what has changed in the copied year since, and takes it over', async () => {
    const rollover = await prepare()
    const since = async () =>
      (await app.call(rollovers.since, { rollover_id: rollover._id })).data.map(
        ({ title: _title, copy_id: _copy, source_id: _source, ...difference }) => difference,
      )
    expect(await since()).toEqual([])
    await app.call(manualPages.edit, { manual_page_id: page._id, content: '<p>Fuses and more</p>' })
    await app.call(models.delete, { model_id: model._id })
    const [topic] = (await app.call(topics.list, {})).data
    await made.aPage(manual._id, await made.aSubTopic(topic?._id ?? '', 'Wires', 3), '<p>Wires</p>')
    expect(await since()).toEqual([
      { record_type: 'manual_pages', difference: 'changed', changed_fields: ['Content'], copy_changed: false },
      { record_type: 'manual_pages', difference: 'added', changed_fields: [], copy_changed: false },
      { record_type: 'models', difference: 'deleted', changed_fields: [], copy_changed: false },
    ])
    const [copy] = await manualsOf(rollover.year_id)
    const texts = async () => (await pagesOf(copy?._id ?? '')).map(({ content }) => content).toSorted()
    await app.call(rollovers.takeOver, { rollover_id: rollover._id, source_ids: [page._id] })
    expect(await texts()).toEqual(['<p>Fuses and more</p>', '<p>Lights</p>'])
    const all = await app.call(rollovers.takeOver, { rollover_id: rollover._id })
    expect(all.message).toBe('Changes from 2026 were taken over.')
    expect(await texts()).toEqual(['<p>Fuses and more</p>', '<p>Lights</p>', '<p>Wires</p>'])
    expect(await since()).toEqual([])
    expect((await app.call(rollovers.takeOver, { rollover_id: rollover._id })).message).toBe('Nothing was changed.')
    await app.call(changes.undo, { change_id: all.change_id })
    expect(await texts()).toEqual(['<p>Fuses and more</p>', '<p>Lights</p>'])
  })
})

describe('what was taken over and undone', () => {
  let rollover: string
  beforeEach(async () => {
    rollover = (await prepare())._id
  })
  const since = async () =>
    (await app.call(rollovers.since, { rollover_id: rollover })).data.map(
      ({ difference, title, copy_changed }) => `${difference} ${title}${copy_changed ? ', changed here too' : ''}`,
    )
  const takeOver = async () => (await app.call(rollovers.takeOver, { rollover_id: rollover })).change_id
  const undo = async (change_id: string | null) => (await app.call(changes.undo, { change_id })).change_id
  const edit = (content: string) => app.call(manualPages.edit, { manual_page_id: page._id, content })
  const FUSES = 'Electrical - Fuses'

  it('is offered again as it was: what was changed, deleted and added', async () => {
    await edit('<p>More</p>')
    await app.call(models.delete, { model_id: model._id })
    const [topic] = (await app.call(topics.list, {})).data
    const added = await app.call(rvTypes.add, { name: 'Toy Hauler', seq_no: 2 })
    const book = (await app.call(manuals.add, { category: added.data._id, year })).data
    await made.aPage(book._id, await made.aSubTopic(topic?._id ?? '', 'Wires', 3), '<p>Wires</p>')
    const offered = await since()
    expect(offered).toEqual([`changed ${FUSES}`, 'added Toy Hauler - 2026', expect.stringMatching(/^deleted .*2285/)])
    for (let round = 0; round < 2; round++) {
      const taken = await takeOver()
      expect(await since()).toEqual([])
      const undone = await undo(taken)
      expect(await since()).toEqual(offered)
      await undo(undone)
      expect(await since()).toEqual([])
      const last = (await app.call(changes.list, { per_page: 1 })).data[0]?._id ?? ''
      await undo(last)
      expect(await since()).toEqual(offered)
    }
    await takeOver()
    expect(await since()).toEqual([])
    const books = (await app.call(manuals.list, { is_deleted: false })).data.filter(({ is_prepared }) => is_prepared)
    expect(books.map(({ name, page_count }) => `${name}: ${page_count}`).toSorted()).toEqual([
      'Toy Hauler - 2027: 1',
      'Travel Trailer - 2027: 2',
    ])
  })

  it('is offered from where the one before left it, and says what somebody changed here', async () => {
    await edit('<p>One</p>')
    const first = await takeOver()
    await edit('<p>Two</p>')
    await undo(await takeOver())
    expect(await since()).toEqual([`changed ${FUSES}`])
    await undo(first)
    expect(await since()).toEqual([`changed ${FUSES}`])
    const [copied] = (await app.call(manualPages.list, { is_deleted: false })).data.filter(
      ({ is_prepared, content }) => is_prepared && content === '<p>Fuses</p>',
    )
    await app.call(manualPages.edit, { manual_page_id: copied?._id ?? '', content: '<p>Own</p>' })
    expect(await since()).toEqual([`changed ${FUSES}, changed here too`])
    await takeOver()
    expect(await since()).toEqual([])
  })
})

it('A random walk of edits in both years, then discarded: everything is as before but for the edits of the old year', async () => {
  const active = async () => {
    const lists = [years.list, models.list, manuals.list, manualPages.list]
    const pages = await Promise.all(lists.map((list) => app.call(list, { is_deleted: false, per_page: 100 })))
    const rows = pages.flatMap(({ data }) => data as Record<string, unknown>[])
    return new Map(rows.map(({ srno: _srno, ...row }) => [String(row['_id']), row] as const))
  }
  const wanted = await active()
  const rollover = await prepare()
  const below = (most: number) => Math.floor(random() * most)
  for (let step = 0; step < 40; step++) {
    const all = [...(await active()).values()]
    const row = all[below(all.length)] ?? {}
    const _id = String(row['_id'])
    const text = `Text ${step}`
    if ('content' in row) await app.call(manualPages.edit, { manual_page_id: _id, content: `<p>${text}</p>` })
    else if ('description' in row) {
      const { cat_id, year_id } = row as { cat_id: { _id: string }; year_id: { _id: string } }
      const place = { cat_id: cat_id._id, year_id: year_id._id, name: row['name'], seq_no: row['seq_no'] }
      await app.call(models.edit, { model_id: _id, ...place, description: text })
    }
    if (step % 10 === 9) await app.call(rollovers.takeOver, { rollover_id: rollover._id })
    const now = await active()
    if (wanted.has(_id)) wanted.set(_id, now.get(_id) ?? {})
  }
  await app.call(rollovers.discard, { rollover_id: rollover._id })
  expect(await active()).toEqual(wanted)
})

it('A manual that was added since is taken over with its pages', async () => {
  const rollover = await prepare()
  const category = (await app.call(rvTypes.add, { name: 'Toy Hauler', seq_no: 2 })).data._id
  const added = (await app.call(manuals.add, { category, year })).data
  const topic = await made.aTopic('Water', 2)
  await made.aPage(added._id, await made.aSubTopic(topic._id, 'Pump', 1), '<p>Pump</p>')
  await app.call(rollovers.takeOver, { rollover_id: rollover._id })
  const copy = (await manualsOf(rollover.year_id)).find(({ name }) => name === 'Toy Hauler - 2027')
  expect((await pagesOf(copy?._id ?? '')).map(({ content }) => content)).toEqual(['<p>Pump</p>'])
  expect((await app.call(rollovers.since, { rollover_id: rollover._id })).data).toEqual([])
})

describe('a large rollover', () => {
  beforeEach(async () => {
    await app.close()
    await setUp({ largeChange: { moreThan: 2, step: 1 } })
  })

  it('is prepared in steps, each record once, and can be stopped, which throws it away', async () => {
    const begun = await prepare()
    expect(begun).toMatchObject({ state: 'preparing', made: { models: 0, manuals: 0, pages: 0 } })
    expect((await app.refusal(rollovers.goLive, { rollover_id: begun._id })).message).toBe(
      '2027 is still being prepared.',
    )
    await app.runJobs()
    expect(await only()).toMatchObject({ state: 'ready', made: { models: 1, manuals: 1, pages: 2 } })
    const { data: all } = await app.call(changes.list, {})
    expect(all.find(({ _id }) => _id === begun.change_id)).toMatchObject({
      state: 'done',
      message: '2027 is prepared.',
      record_count: 5,
    })
    const second = await prepare({ name: '2028' })
    await app.call(changes.stop, { change_id: second.change_id })
    await app.runJobs()
    expect((await only())?.state).toBe('discarded')
    expect((await only())?.problem).toBeNull()
    const third = await prepare({ name: '2029' })
    await app.call(rollovers.discard, { rollover_id: third._id })
    await app.runJobs()
    expect((await app.call(years.list, { is_deleted: false })).data.map(({ name }) => name)).toEqual(['2027', '2026'])
  })

  it('that cannot go on is thrown away, and says why', async () => {
    await prepare()
    const setStatus = (status: 'ACTIVE' | 'INACTIVE') => app.db.updateTable('admins').set({ status }).execute()
    await setStatus('INACTIVE')
    await app.runJobs()
    await setStatus('ACTIVE')
    expect(await only()).toMatchObject({
      state: 'discarded',
      problem: 'The administrator who started this has been deactivated.',
    })
  })
})
