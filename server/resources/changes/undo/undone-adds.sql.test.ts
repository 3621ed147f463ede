import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changes, records } from '#contract/changes.ts'
import { checklists } from '#contract/checklists.ts'
import { dealers } from '#contract/dealers.ts'
import { exports } from '#contract/exports.ts'
import { manuals } from '#contract/manuals.ts'
import { rollovers } from '#contract/rollovers.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { years } from '#contract/years.ts'
import { findUndoneAdds } from '../../../db/migrations/0012-release-1.2.0.history.ts'
import type { MigrationDb } from '../../../db/migrations/frozen/migration-db.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { manualFactory } from '../../../testing/manuals.ts'

let app: TestApp
const open = async (more: Parameters<typeof buildTestApp>[1] = {}) => {
  app = await buildTestApp({}, more)
}
const close = () => app.close()

const undo = async (change_id: string | null) => {
  const answer = await app.call(changes.undo, { change_id })
  await app.runJobs()
  return answer.change_id
}
const dealer = (place: number) => ({
  external_id: `D-${place}`,
  name: `Cedar ${place}`,
  type: 'dealer',
  active_lines: 'TT',
  address: '1 Main Street',
  city: 'Bend',
  state: 'Oregon',
  country: 'United States',
  zip: '97701',
  hour_sales: '9 to 5',
  hour_service: '9 to 5',
  hour_parts: '9 to 5',
  latitude: 44.06,
  longitude: -121.31,
})
const someDealers = (count: number) => ({ records: Array.from({ length: count }, (_, place) => dealer(place)) })
const BEND = { city: { value: 'bend' } }
const EVERY = { filters: { is_deleted: { op: 'in', value: ['true', 'false'] } } }

const exportOf = async (more: object) =>
  (await app.send(exports.export, { record_type: 'dealers', format: 'csv', ...more })).body

/** How many dealers each way of asking finds. */
async function found() {
  const total = async (more: object) => (await app.call(dealers.list, { page: 1, per_page: 1, ...more })).total
  const byDefault = [await total({}), await total({ filters: BEND })]
  const map = (await app.call(dealers.map, {})).total
  const exported = (await exportOf({})).split('\r\n').length
  return {
    byDefault: [...byDefault, map, exported - 2],
    inactive: [await total({ is_deleted: true }), await total({ is_deleted: true, filters: BEND })],
    every: await total(EVERY),
  }
}

describe.each([
  ['in one transaction', {}],
  ['in steps', { largeChange: { moreThan: 1, step: 2 } }],
])('what an undo of an add has taken away, %s', (_how, more) => {
  beforeEach(() => open(more))
  afterEach(close)

  it('stands in no list but of what is inactive, until it is there again', async () => {
    const kept = await app.call(dealers.add, { ...dealer(9), external_id: undefined })
    const added = await app.call(dealers.upsert, someDealers(3))
    await app.runJobs()
    const all = { byDefault: [4, 4, 4, 4], inactive: [0, 0], every: 4 }
    const gone = { byDefault: [1, 1, 1, 1], inactive: [3, 3], every: 4 }
    expect(await found()).toEqual(all)
    const undone = await undo(added.change_id)
    expect(await found()).toEqual(gone)
    expect((await app.call(dealers.list, {})).data.map(({ _id }) => _id)).toEqual([kept.data._id])
    const redone = await undo(undone)
    expect(await found()).toEqual(all)
    await undo(redone)
    expect(await found()).toEqual(gone)
    const [first = '', second = ''] = added.data.ids
    expect((await app.call(dealers.get, { service_id: first })).data.is_deleted).toBe(true)

    const restored = await app.call(dealers.restore, { service_id: first })
    expect((await found()).byDefault).toEqual([2, 2, 2, 2])
    await undo(restored.change_id)
    expect(await found()).toEqual(gone)
    await app.call(dealers.restore, { service_id: first })
    const deleted = await app.call(dealers.delete, { service_id: first })
    expect(await found()).toEqual({ byDefault: [2, 2, 2, 2], inactive: [3, 3], every: 4 })
    await undo(await undo(deleted.change_id))
    expect((await found()).byDefault).toEqual([2, 2, 2, 2])
    expect(await exportOf({ ids: [second] })).toContain('Cedar 1')
  })

  it('is not what “all that match” means, and comes back where it is asked for', async () => {
    const { change_id } = await app.call(dealers.upsert, someDealers(3))
    await app.runJobs()
    await undo(change_id)
    const bulk = { record_type: 'dealers', action: 'restore' }
    const nothing = await app.call(records.bulk, { ...bulk, matching: { filters: BEND } })
    expect([nothing.change_id, (await found()).byDefault[0]]).toEqual([null, 0])
    await app.call(records.bulk, { ...bulk, matching: { is_deleted: true } })
    await app.runJobs()
    expect(await found()).toEqual({ byDefault: [3, 3, 3, 3], inactive: [0, 0], every: 3 })
    expect(await app.db.selectFrom('undone_adds').selectAll().execute()).toEqual([])
  })
})

describe('the mark of an undone add', () => {
  beforeEach(() => open())
  afterEach(close)

  it('is found in the history by the migration: what a person deleted has none', async () => {
    const ids = []
    for (const name of ['Undone', 'Deleted', 'Undone again', 'Deleted again', 'Kept']) {
      const { data, change_id } = await app.call(rvTypes.add, { name, seq_no: 1 })
      ids.push({ _id: data._id, change_id })
    }
    const [undoneAdd, deleted, again, deletedAgain] = ids as [Added, Added, Added, Added]
    await undo(undoneAdd.change_id)
    await app.call(rvTypes.delete, { cat_id: deleted._id })
    await undo(await undo(await undo(again.change_id)))
    const deletion = await app.call(rvTypes.delete, { cat_id: deletedAgain._id })
    await undo(await undo(deletion.change_id))
    const marks = async () =>
      (await app.db.selectFrom('undone_adds').select('record_id').orderBy('record_id').execute()).map(
        ({ record_id }) => record_id,
      )
    const before = await marks()
    expect(before).toEqual([undoneAdd._id, again._id].toSorted())
    await sql`drop table undone_adds`.execute(app.db)
    await findUndoneAdds(app.db as unknown as MigrationDb)
    expect(await marks()).toEqual(before)
    expect((await app.call(rvTypes.list, {})).data.map(({ name }) => name).toSorted()).toEqual([
      'Deleted',
      'Deleted again',
      'Kept',
    ])
  })

  it('stands by what is thrown away with a prepared year, and goes when that is undone', async () => {
    await manualFactory(app).aManual('Class A', '2026')
    const [year] = (await app.call(years.list, {})).data
    const prepared = await app.call(rollovers.prepare, { from_year_id: year?._id, name: '2027', parts: ['manuals'] })
    await app.runJobs()
    const totals = async () => [(await app.call(years.list, {})).total, (await app.call(manuals.list, {})).total]
    expect(await totals()).toEqual([2, 2])
    const { change_id } = await app.call(rollovers.discard, { rollover_id: prepared.data._id })
    expect(await totals()).toEqual([1, 1])
    expect((await app.call(years.list, { is_deleted: true })).total).toBe(1)
    await undo(change_id)
    expect(await totals()).toEqual([2, 2])
  })

  it('leaves lists without it as they are', async () => {
    const { data } = await app.call(checklists.add, { name: 'Roof', note: '' })
    await app.call(checklists.delete, { checklist_id: data._id })
    expect((await app.call(checklists.list, {})).total).toBe(1)
  })
})

type Added = { _id: string; change_id: string | null }
