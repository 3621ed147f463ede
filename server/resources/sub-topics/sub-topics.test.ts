import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { subTopics } from '#contract/sub-topics.ts'
import { topics } from '#contract/topics.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'

let app: TestApp
let topic: string
beforeEach(async () => {
  app = await buildTestApp()
  topic = (await app.call(topics.add, { name: 'Electrical', seq_no: 1 })).data._id
})
afterEach(() => app.close())

const fields = (more: object = {}) => ({ topic_id: topic, name: 'Fuses', seq_no: 1, ...more })
const anotherTopic = async () => (await app.call(topics.add, { name: 'Plumbing', seq_no: 2 })).data._id

describe('admin/subtopics/add', () => {
  it('answers with the topic as a reference, and its name beside it', async () => {
    const { message, data } = await app.call(subTopics.add, fields())
    expect(message).toBe('Subtopic added successfully.')
    expect(data).toMatchObject({ topic_id: { _id: topic, name: 'Electrical' }, topic_name: 'Electrical' })
  })

  it('refuses a name that is taken within the topic, and takes it in another', async () => {
    await app.call(subTopics.add, fields())
    const refusal = await app.refusal(subTopics.add, fields({ name: ' fuses ' }))
    expect(refusal.errors).toEqual({ name: ['Subtopic already exists.'] })
    await app.call(subTopics.add, fields({ topic_id: await anotherTopic() }))
  })

  it('refuses a topic that does not exist or is deleted', async () => {
    const refused = { topic_id: ['Please select topic'] }
    expect((await app.refusal(subTopics.add, fields({ topic_id: 'nobody' }))).errors).toEqual(refused)
    await app.call(topics.delete, { topic_id: topic })
    expect((await app.refusal(subTopics.add, fields())).errors).toEqual(refused)
  })
})

describe('admin/subtopics/edit', () => {
  it('changes name and number, with or without the topic', async () => {
    const { _id } = (await app.call(subTopics.add, fields())).data
    const edited = await app.call(subTopics.edit, { sub_topic_id: _id, version: 1, name: 'Breakers', seq_no: 4 })
    expect([edited.message, edited.data.name]).toEqual(['Subtopic updated successfully.', 'Breakers'])
    await app.call(subTopics.edit, fields({ sub_topic_id: _id, version: 2 }))
  })

  it('refuses another topic', async () => {
    const { _id } = (await app.call(subTopics.add, fields())).data
    const refusal = await app.refusal(subTopics.edit, fields({ sub_topic_id: _id, topic_id: await anotherTopic() }))
    expect([refusal.status, Object.keys(refusal.errors ?? {})]).toEqual([422, ['topic_id']])
  })

  it('refuses a name that is taken, and a change made on an older version', async () => {
    await app.call(subTopics.add, fields())
    const { _id } = (await app.call(subTopics.add, fields({ name: 'Solar' }))).data
    const edit = { sub_topic_id: _id, version: 1, seq_no: 1 }
    expect((await app.refusal(subTopics.edit, { ...edit, name: 'FUSES' })).errors).toEqual({
      name: ['Subtopic already exists.'],
    })
    await app.call(subTopics.edit, { ...edit, name: 'Solar panels' })
    expect((await app.refusal(subTopics.edit, { ...edit, name: 'Sun' })).status).toBe(409)
  })
})

describe('admin/subtopics/delete and restore', () => {
  it('mark the record and bring it back', async () => {
    const { _id } = (await app.call(subTopics.add, fields())).data
    const deleted = await app.call(subTopics.delete, { sub_topic_id: _id, version: 1 })
    expect(deleted.message).toBe('Subtopic removed successfully.')
    const restored = await app.call(subTopics.restore, { sub_topic_id: _id, version: 2 })
    expect(restored.message).toBe('Subtopic restored successfully.')
  })

  it('refuse to restore below a deleted topic, and name the topic', async () => {
    const { _id } = (await app.call(subTopics.add, fields())).data
    await app.call(topics.delete, { topic_id: topic })
    const { status, message } = await app.refusal(subTopics.restore, { sub_topic_id: _id })
    expect([status, message]).toEqual([422, expect.stringContaining('“Electrical”')])
    expect((await app.call(subTopics.list, { is_deleted: true })).total).toBe(1)
  })
})

describe('admin/subtopics/list', () => {
  it('comes by the sequence of the topics, then by its own, and follows a topic that moves', async () => {
    const plumbing = await anotherTopic()
    for (const [topic_id, name, seq_no] of [
      [plumbing, 'Pumps', 1],
      [topic, 'Solar', 3],
      [plumbing, 'Tanks', 5],
      [topic, 'Fuses', 2],
    ] as const) {
      await app.call(subTopics.add, fields({ topic_id, name, seq_no }))
    }
    const names = async (input: object) => (await app.call(subTopics.list, input)).data.map(({ name }) => name)
    expect(await names({})).toEqual(['Fuses', 'Solar', 'Pumps', 'Tanks'])
    expect(await names({ page: 2, per_page: 3 })).toEqual(['Tanks'])
    await app.call(topics.edit, { topic_id: topic, name: 'Electrical', seq_no: 3 })
    expect(await names({})).toEqual(['Pumps', 'Tanks', 'Fuses', 'Solar'])
    expect(await names({ filters: { name: { value: 's' } }, is_deleted: false })).toEqual([
      'Pumps',
      'Tanks',
      'Fuses',
      'Solar',
    ])
  })

  it('filters and sorts by the name of the topic, and notices when it changes', async () => {
    await app.call(subTopics.add, fields())
    await app.call(subTopics.add, fields({ topic_id: await anotherTopic(), name: 'Pumps' }))
    const asked = { filters: { topic_name: { value: 'LUMB' } } }
    expect((await app.call(subTopics.list, asked)).data.map(({ name }) => name)).toEqual(['Pumps'])
    const sorted = await app.call(subTopics.list, { sort: [{ field: 'topic_name', order: 'desc' }] })
    expect(sorted.data.map(({ topic_name }) => topic_name)).toEqual(['Plumbing', 'Electrical'])
    await app.call(topics.edit, { topic_id: topic, name: 'Slumber', seq_no: 1 })
    expect((await app.call(subTopics.list, asked)).total).toBe(2)
  })
})
