import { type CompiledQuery, sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { insertMany } from '../../db/engines/insert-many.ts'
import { openTestDatabase, TEST_SERVER } from '../../testing/open-test-database.ts'
import { subTopicRecords } from './sub-topics.service.ts'

const TOPICS = 12
const SUB_TOPICS = 6000
const at = (place: number) => new Date(Date.UTC(2026, 0, 1) + place * 1000).toISOString()
const row = (id: string, place: number) => ({
  id,
  is_deleted: place % 7 === 0 ? 1 : 0,
  version: 1,
  created_at: at(place),
  updated_at: at(place),
  name: id,
  name_key: id,
})
// Some topics share a number, as do some sub topics of a topic.
const topics = Array.from({ length: TOPICS }, (_, place) => ({
  ...row(`topic-${String(place).padStart(2, '0')}`, 1),
  seq_no: ((place * 5) % TOPICS) - (place % 2),
}))
const subTopics = Array.from({ length: SUB_TOPICS }, (_, place) => ({
  ...row(`sub-${String(place).padStart(4, '0')}`, place),
  topic_id: `topic-${String(place % TOPICS).padStart(2, '0')}`,
  seq_no: Math.floor((place * 13) / 40) % 400,
}))

const compare = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0)
const topicOf = (id: string) => topics.find((topic) => topic.id === id) ?? topics[0]
const inOrder = subTopics.toSorted((one, other) => {
  const [of, ofOther] = [topicOf(one.topic_id), topicOf(other.topic_id)]
  return (
    compare(of?.seq_no ?? 0, ofOther?.seq_no ?? 0) ||
    compare(of?.id ?? '', ofOther?.id ?? '') ||
    compare(one.seq_no, other.seq_no) ||
    compare(other.created_at, one.created_at) ||
    compare(one.id, other.id)
  )
})

it('finds every page of very many sub topics in the order of topics and sub topics, and the first ones along an index', async () => {
  const db = await openTestDatabase()
  await insertMany(db, 'topics', topics)
  await insertMany(db, 'sub_topics', subTopics)
  await sql`analyze`.execute(db)
  const active = inOrder.filter(({ is_deleted }) => !is_deleted)
  for (const [rows, is_deleted] of [
    [inOrder, undefined],
    [active, false],
  ] as const) {
    for (const page of [1, 2, Math.ceil(rows.length / 200), Math.ceil(rows.length / 100)]) {
      const { data } = await subTopicRecords.page(db, { page, per_page: 100, is_deleted } as never)
      expect(data.map(({ _id }) => _id)).toEqual(rows.slice((page - 1) * 100, page * 100).map(({ id }) => id))
    }
  }
  const executed = vi.spyOn(db, 'executeQuery')
  await subTopicRecords.page(db, { page: 1, per_page: 50 })
  const queries = executed.mock.calls.map(([query]) => query as CompiledQuery)
  const last = queries.find(({ sql }) => sql.includes('order by topics.seq_no'))
  expect(last).toBeDefined()
  if (!TEST_SERVER && last) {
    const values = last.parameters.map(Number)
    const text = last.sql.replaceAll('?', () => String(values.shift()))
    const { rows } = await sql.raw<{ detail: string }>(`explain query plan ${text}`).execute(db)
    const plan = rows.map(({ detail }) => detail).join('\n')
    expect(plan).toContain('SCAN topics USING INDEX topics_by_seq_no')
    expect(plan).toContain('FOR LAST 5 TERMS OF ORDER BY')
  }
  await db.destroy()
})
