import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { subTopics } from '#contract/sub-topics.ts'
import { topics } from '#contract/topics.ts'
import { insertMany } from '../../db/engines/insert-many.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const aTopic = async (name = 'Electrical', seq_no = 1) => (await app.call(topics.add, { name, seq_no })).data
const aSubTopic = async (topic_id: string, name = 'Fuses', seq_no = 1) =>
  (await app.call(subTopics.add, { topic_id, name, seq_no })).data

const activity = async (id: string) =>
  (await app.db.selectFrom('activity').selectAll().where('record_id', '=', id).orderBy('id').execute()).map(
    ({ action }) => action,
  )

const subTopicStates = async () =>
  Object.fromEntries((await app.call(subTopics.list, {})).data.map(({ name, is_deleted }) => [name, is_deleted]))

describe('admin/topics', () => {
  it('says each change in the agreed words', async () => {
    const added = await app.call(topics.add, { name: ' Plumbing ', seq_no: '7' })
    expect(added.message).toBe('Topic added successfully.')
    expect(added.data).toMatchObject({ name: 'Plumbing', seq_no: 7, subtopic_count: 0, deleted_subtopic_count: 0 })
    const topic_id = added.data._id
    const edited = await app.call(topics.edit, { topic_id, version: 1, name: 'Plumbing', seq_no: 8 })
    expect([edited.message, edited.data.seq_no]).toEqual(['Topic updated successfully.', 8])
    expect((await app.call(topics.delete, { topic_id, version: 2 })).message).toBe('Topic removed successfully.')
    expect((await app.call(topics.restore, { topic_id, version: 3 })).message).toBe('Topic restored successfully.')
  })

  it('refuses a name that an active topic has, also on edit and restore', async () => {
    const taken = { name: ['Topic already exists.'] }
    const first = await aTopic('Towing')
    expect((await app.refusal(topics.add, { name: ' TOWING', seq_no: 2 })).errors).toEqual(taken)
    const other = await aTopic('Weights')
    const edit = { topic_id: other._id, name: 'towing', seq_no: 2 }
    expect((await app.refusal(topics.edit, edit)).errors).toEqual(taken)
    await app.call(topics.delete, { topic_id: first._id })
    await app.call(topics.edit, edit)
    expect((await app.refusal(topics.restore, { topic_id: first._id })).errors).toEqual(taken)
  })

  it('refuses a change made on an older version', async () => {
    const { _id } = await aTopic()
    await app.call(topics.edit, { topic_id: _id, version: 1, name: 'Other', seq_no: 1 })
    expect((await app.refusal(topics.delete, { topic_id: _id, version: 1 })).status).toBe(409)
    expect((await app.refusal(topics.edit, { topic_id: _id, version: 1, name: 'Mine', seq_no: 1 })).status).toBe(409)
  })
})

describe('admin/topics/delete', () => {
  it('takes its active sub topics along, each with its activity, and leaves those of others alone', async () => {
    const topic = await aTopic()
    const other = await aTopic('Plumbing')
    const below = await aSubTopic(topic._id, 'Fuses')
    await aSubTopic(topic._id, 'Solar')
    await aSubTopic(other._id, 'Pumps')
    const { data } = await app.call(topics.delete, { topic_id: topic._id })
    expect(data.subtopic_count).toBe(2)
    expect(await subTopicStates()).toEqual({ Fuses: true, Solar: true, Pumps: false })
    expect(await activity(below._id)).toEqual(['add', 'delete'])
  })

  it('leaves a sub topic that was deleted before as it is', async () => {
    const topic = await aTopic()
    const gone = await aSubTopic(topic._id)
    await app.call(subTopics.delete, { sub_topic_id: gone._id })
    await app.call(topics.delete, { topic_id: topic._id })
    expect((await app.call(subTopics.list, {})).data[0]?.version).toBe(2)
  })

  it('changes nothing below when it is refused', async () => {
    const topic = await aTopic()
    await aSubTopic(topic._id)
    await app.refusal(topics.delete, { topic_id: topic._id, version: 7 })
    expect(await subTopicStates()).toEqual({ Fuses: false })
  })
})

describe('admin/topics/restore', () => {
  it('brings all sub topics back, also one that had been deleted on its own before', async () => {
    const topic = await aTopic()
    const alone = await aSubTopic(topic._id, 'Fuses')
    await aSubTopic(topic._id, 'Solar')
    await app.call(subTopics.delete, { sub_topic_id: alone._id })
    await app.call(topics.delete, { topic_id: topic._id })
    const { data } = await app.call(topics.restore, { topic_id: topic._id })
    expect(data.subtopic_count).toBe(2)
    expect(await subTopicStates()).toEqual({ Fuses: false, Solar: false })
  })

  it('leaves the sub topics of an active topic alone', async () => {
    const topic = await aTopic()
    const alone = await aSubTopic(topic._id)
    await app.call(subTopics.delete, { sub_topic_id: alone._id })
    await app.call(topics.restore, { topic_id: topic._id })
    expect(await subTopicStates()).toEqual({ Fuses: true })
  })

  it('names a sub topic that is there twice, changes nothing, and works once one is renamed', async () => {
    const topic = await aTopic()
    const first = await aSubTopic(topic._id, 'Fuses')
    await app.call(subTopics.delete, { sub_topic_id: first._id })
    await aSubTopic(topic._id, 'FUSES')
    await app.call(topics.delete, { topic_id: topic._id })
    const refusal = await app.refusal(topics.restore, { topic_id: topic._id })
    expect([refusal.status, refusal.message]).toEqual([422, expect.stringMatching(/“fuses”/i)])
    expect((await app.call(topics.list, {})).data[0]).toMatchObject({ is_deleted: true, deleted_subtopic_count: 2 })
    await app.call(subTopics.edit, { sub_topic_id: first._id, name: 'Old fuses', seq_no: 1 })
    await app.call(topics.restore, { topic_id: topic._id })
    expect(await subTopicStates()).toEqual({ 'Old fuses': false, FUSES: false })
  })
})

describe('admin/topics/list', () => {
  it('counts the active and the deleted sub topics of each topic, and notices when they change', async () => {
    const topic = await aTopic()
    const counts = async () => {
      const { subtopic_count, deleted_subtopic_count } = (await app.call(topics.list, { page: 1 })).data[0] ?? {}
      return [subtopic_count, deleted_subtopic_count]
    }
    expect(await counts()).toEqual([0, 0])
    const { _id } = await aSubTopic(topic._id)
    await aSubTopic(topic._id, 'Solar')
    expect(await counts()).toEqual([2, 0])
    await app.call(subTopics.delete, { sub_topic_id: _id })
    expect(await counts()).toEqual([1, 1])
    await app.call(topics.delete, { topic_id: topic._id })
    expect(await counts()).toEqual([0, 2])
  })
})

describe('admin/topics/subtopics', () => {
  it('gives the active sub topics of a topic, in their order', async () => {
    const topic = await aTopic()
    await aSubTopic(topic._id, 'Solar', 2)
    await aSubTopic(topic._id, 'Fuses', 1)
    await aSubTopic((await aTopic('Plumbing'))._id, 'Pumps')
    const gone = await aSubTopic(topic._id, 'Inverter', 3)
    await app.call(subTopics.delete, { sub_topic_id: gone._id })
    const { data } = await app.call(topics.subtopics, { topic_id: topic._id })
    expect(data.map(({ name }) => name)).toEqual(['Fuses', 'Solar'])
    expect(data[0]?.topic_id).toEqual({ _id: topic._id, name: 'Electrical' })
  })
})

it('takes thousands of sub topics along in a few statements, each with its version and its entry', async () => {
  const topic = await aTopic()
  const shared = { version: 1, created_at: topic.created_at, updated_at: topic.created_at, topic_id: topic._id }
  const rows = Array.from({ length: 2500 }, (_, seq_no) => ({
    ...shared,
    id: `sub-topic-${seq_no}`,
    is_deleted: seq_no % 500 ? 0 : 1,
    name: `Fuse ${seq_no}`,
    name_key: `fuse ${seq_no}`,
    seq_no,
  }))
  await app.db.transaction().execute((db) => insertMany(db, 'sub_topics', rows))
  const { statements, transactions } = await app.statementsOf(async () => {
    const { data } = await app.call(topics.delete, { topic_id: topic._id, version: 1 })
    expect(data).toEqual({ subtopic_count: 2495, page_count: 0 })
  })
  expect(statements.length).toBeGreaterThan(5)
  expect(statements.length).toBeLessThan(30)
  expect(transactions).toBe(1)
  const deleted = await app.db.selectFrom('sub_topics').select(['version', 'is_deleted']).distinct().execute()
  expect(deleted.toSorted((one, other) => one.version - other.version)).toEqual([
    { version: 1, is_deleted: 1 },
    { version: 2, is_deleted: 1 },
  ])
  const entries = await app.db
    .selectFrom('activity')
    .select(['record_id', 'action', 'changes'])
    .where('table_name', '=', 'sub_topics')
    .execute()
  expect(new Set(entries.map(({ record_id }) => record_id)).size).toBe(2495)
  expect(entries).toHaveLength(2495)
  expect(entries[0]).toMatchObject({ action: 'delete', changes: '{"is_deleted":[false,true]}' })
})
