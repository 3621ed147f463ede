import { v7 as newId } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changes, records } from '#contract/changes.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { subTopics } from '#contract/sub-topics.ts'
import { topics } from '#contract/topics.ts'
import { users } from '#contract/users.ts'
import { insertMany } from '../../../db/engines/insert-many.ts'
import type { RecordTable } from '../../../db/schema.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { addUsers } from '../../../demo/add-people.ts'
import { pruneChanges } from '../../../housekeeping/pruning.ts'
import { withKeys } from '../../../records/record-tables.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { manualFactory } from '../../../testing/manuals.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const MANY = 5100
const undo = (change_id: string | null) => app.call(changes.undo, { change_id })
const stateOf = async (change_id: string | null) => (await app.call(changes.get, { change_id })).change

/** Adds very many records without history; returns their ids. */
async function addMany(table: RecordTable, fields: (place: number) => object) {
  const at = new Date().toISOString()
  const shared = { is_deleted: 0, version: 1, created_at: at, updated_at: at }
  const rows = Array.from({ length: MANY }, (_, place) => withKeys(table, { id: newId(), ...shared, ...fields(place) }))
  await inTransaction(app.db, (db) => insertMany(db, table, rows))
  return rows.map(({ id }) => id)
}

describe('a change of very many records', () => {
  it('comes back whole with its parents, when it is undone', async () => {
    const topic_id = (await app.call(topics.add, { name: 'Big', seq_no: 1 })).data._id
    await addMany('sub_topics', (place) => ({ topic_id, name: `Sub ${place}`, seq_no: place }))
    const { change_id } = await app.call(topics.delete, { topic_id })
    expect((await stateOf(change_id)).sentence).toBe('Administrator removed topic “Big” with 5,100 sub topics')
    const undone = await undo(change_id)
    expect(undone.data.state).toBe('running')
    await app.runJobs()
    expect(await stateOf(undone.change_id)).toMatchObject({ state: 'done', record_count: MANY + 1 })
    expect((await app.call(subTopics.list, { page: 1, is_deleted: false })).total).toBe(MANY)
    const redone = await undo(undone.change_id)
    await app.runJobs()
    expect((await stateOf(redone.change_id)).state).toBe('done')
    expect((await app.call(subTopics.list, { page: 1, is_deleted: false })).total).toBe(0)
  })

  it('is not undone when a name was taken since, or a newer sub topic would stay behind', async () => {
    await addMany('rv_types', (place) => ({ name: `Type ${place}`, seq_no: place }))
    const all = { record_type: 'rv_types', action: 'delete', matching: { is_deleted: false } }
    const { change_id } = await app.call(records.bulk, all)
    await app.runJobs()
    await app.call(rvTypes.add, { name: 'type 7', seq_no: 1 })
    expect(await app.refusal(changes.undo, { change_id })).toMatchObject({
      status: 409,
      data: { record_count: MANY - 1, obstacles: [{ title: 'Type 7', reason: 'RV type already exists.' }] },
    })

    const [first] = await addMany('topics', (place) => ({ name: `Topic ${place}`, seq_no: place }))
    const deleted = await app.call(records.bulk, { ...all, record_type: 'topics' })
    await app.runJobs()
    const undone = await undo(deleted.change_id)
    await app.runJobs()
    await app.call(subTopics.add, { topic_id: first, name: 'Newer', seq_no: 1 })
    const refusal = await app.refusal(changes.undo, { change_id: undone.change_id })
    expect([refusal.status, refusal.data]).toMatchObject([409, { records: [{ title: 'Newer' }] }])
  })

  it('is undone field by field: what others changed in other fields stays, the same field is in the way', async () => {
    await inTransaction<unknown>(app.db, (db) => addUsers(db, MANY))
    const all = { record_type: 'users', action: 'deactivate', matching: { is_deleted: false } }
    const { change_id } = await app.call(records.bulk, all)
    await app.runJobs()
    const [user] = (await app.call(users.list, { page: 1, per_page: 100 })).data.filter(({ type }) => type === 'SIMPLE')
    await app.call(users.resetPassword, { user_id: user?._id })
    const undone = await undo(change_id)
    await app.runJobs()
    expect((await stateOf(undone.change_id)).state).toBe('done')
    const again = await app.call(records.bulk, all)
    await app.runJobs()
    const changed = { user_id: user?._id, status: true }
    await app.call(users.changeStatus, changed)
    await app.call(users.changeStatus, { ...changed, status: false })
    await app.call(users.changeStatus, changed)
    // It has the value that the undo would give it, but by someone's decision.
    const refusal = await app.refusal(changes.undo, { change_id: again.change_id })
    expect(refusal.data).toMatchObject({ obstacle_count: 1, obstacles: [{ record_id: user?._id }] })
    const last = await app.call(changes.undo, { change_id: again.change_id, leave_obstacles: true })
    await app.runJobs()
    expect(await stateOf(last.change_id)).toMatchObject({ state: 'done' })
  })
})

describe('matching', () => {
  it('has what else the list is narrowed to, and refuses what it does not know', async () => {
    const make = manualFactory(app)
    const topic = await make.aTopic()
    const [one, other] = [await make.aManual(), await make.aManual('Toy Hauler', '2023')]
    const sub = await make.aSubTopic(topic._id)
    for (const manual of [one, other]) await make.aPage(manual._id, sub)
    const matching = { manual_id: one._id, is_deleted: false }
    await app.call(records.bulk, { record_type: 'manual_pages', action: 'delete', matching, expect: 1 })
    const left = (await app.call(manualPages.list, { page: 1, is_deleted: false })).data
    expect(left.map(({ manual_id }) => manual_id._id)).toEqual([other._id])
    for (const wrong of [{ manual_id: one._id }, { seq_no: 1 }]) {
      const bulk = { record_type: 'topics', action: 'delete', matching: wrong }
      expect((await app.refusal(records.bulk, bulk)).status).toBe(422)
    }
    expect((await app.call(topics.list, { page: 1, is_deleted: false })).total).toBe(1)
  })
})

describe('what went along with a topic', () => {
  const aTopic = async () => {
    const topic_id = (await app.call(topics.add, { name: 'Roof', seq_no: 1 })).data._id
    const add = async (name: string) => (await app.call(subTopics.add, { topic_id, name, seq_no: 1 })).data._id
    return { topic_id, old: await add('Old'), vents: await add('Vents') }
  }
  const active = async () =>
    (await app.call(subTopics.list, { page: 1, is_deleted: false })).data.map(({ name }) => name)

  it('is what the deletion took, not what an undo took again', async () => {
    const { topic_id, old } = await aTopic()
    await app.call(subTopics.delete, { sub_topic_id: old })
    await app.call(topics.delete, { topic_id })
    await undo((await app.call(topics.restore, { topic_id })).change_id)
    await app.call(topics.restore, { topic_id, only_with: true })
    expect(await active()).toEqual(['Vents'])
  })

  it('does not come back when two would have one name', async () => {
    const { topic_id, old } = await aTopic()
    await app.call(topics.delete, { topic_id })
    await app.call(subTopics.edit, { sub_topic_id: old, name: 'Vents', seq_no: 1 })
    const refusal = await app.refusal(topics.restore, { topic_id, only_with: true })
    expect([refusal.status, refusal.errors]).toEqual([422, { name: [expect.stringContaining('“Vents”')] }])
  })
})

it('An undo can be undone although what it took back is older than the history', async () => {
  const { data } = await app.call(rvTypes.add, { name: 'A', seq_no: 1 })
  const { change_id } = await app.call(rvTypes.delete, { cat_id: data._id })
  const undone = await undo(change_id)
  await app.db.deleteFrom('changes').where('id', '=', change_id).execute()
  await pruneChanges(app.db, 730)
  await undo(undone.change_id)
  expect((await app.call(rvTypes.get, { cat_id: data._id })).data.is_deleted).toBe(true)
})
