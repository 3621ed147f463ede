import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { engineOf } from '../../db/engines/engine.ts'
import { insertMany } from '../../db/engines/insert-many.ts'
import { openTestDatabase, TEST_SERVER } from '../../testing/open-test-database.ts'
import { subTopicRecords } from '../sub-topics/sub-topics.service.ts'
import { topicRecords } from '../topics/topics.service.ts'
import { pageCounts } from './manual-pages.repository.ts'

/** More pages per sub topic than the planner's statistics sample from an index. */
const MANUALS = 600
const at = '2026-01-01T00:00:00.000Z'
const row = (id: string, is_deleted = 0) => ({ id, is_deleted, version: 1, created_at: at, updated_at: at })
const named = (id: string) => ({ ...row(id), name: id, name_key: id })

it('counts the active pages of a topic and of a sub topic without a look at those of others', async () => {
  const db = await openTestDatabase()
  const each = Array.from({ length: MANUALS }, (_, place) => place)
  await insertMany(db, 'rv_types', [{ ...named('coach'), seq_no: 1 }])
  await insertMany(
    db,
    'years',
    each.map((place) => named(`year-${place}`)),
  )
  await insertMany(db, 'topics', [{ ...named('water'), seq_no: 1 }])
  await insertMany(
    db,
    'sub_topics',
    ['pump', 'tank'].map((id) => ({ ...named(id), topic_id: 'water', seq_no: 1 })),
  )
  await insertMany(
    db,
    'manuals',
    each.map((place) => ({ ...row(`manual-${place}`), cat_id: 'coach', year_id: `year-${place}` })),
  )
  await insertMany(
    db,
    'manual_pages',
    each.flatMap((place) =>
      ['pump', 'tank'].map((subtopic_id) => ({
        ...row(`${subtopic_id}-${place}`, subtopic_id === 'tank' && place < 5 ? 1 : 0),
        manual_id: `manual-${place}`,
        topic_id: 'water',
        subtopic_id,
        content: '',
      })),
    ),
  )
  await engineOf(db).keepStatistics(db)

  const [topic] = (await topicRecords.page(db, {})).data
  expect([topic?.page_count, topic?.deleted_page_count]).toEqual([1195, 5])
  const subTopics = (await subTopicRecords.page(db, {})).data
  expect(subTopics.map(({ name, page_count }) => [name, page_count])).toEqual([
    ['pump', 600],
    ['tank', 595],
  ])
  if (!TEST_SERVER) {
    const { active } = pageCounts('subtopic_id', 'sub_topics.id')
    const { rows } = await sql<{ detail: string }>`explain query plan select ${active} from sub_topics`.execute(db)
    const plan = rows.map(({ detail }) => detail).filter((detail) => detail.includes('manual_pages'))
    expect(plan).toEqual([
      expect.stringContaining('COVERING INDEX manual_pages_by_subtopic_id (subtopic_id=?)'),
      expect.stringContaining('COVERING INDEX manual_pages_deleted_by_subtopic_id'),
    ])
  }
  await db.destroy()
})
