import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import { refused } from '../../errors.ts'
import { cascadedWith } from '../../records/cascaded-with.ts'
import type { AnyChange, OpenChange } from '../../records/open-change.ts'
import { restoreAlong } from '../../records/plan/sources/state.ts'
import { pagesToRestore } from '../manual-pages/manual-pages.repository.ts'
import type { DeletedTo } from '../records/records-of.ts'
import type { Below } from '../records/serve-records.ts'
import { deletedSubTopics, namesakesAmong } from '../sub-topics/sub-topics.repository.ts'
import { subTopicRecords } from '../sub-topics/sub-topics.service.ts'
import { topicRecords } from './topics.service.ts'

const records = { topics: topicRecords, sub_topics: subTopicRecords }

/**
 * Soft-deletes or restores a topic or sub topic together with what is below it. A restore also brings back what had
 * been deleted separately, except pages of a deleted manual, or with `onlyWith` exactly what was deleted along with it.
 * Resolves to how many sub topics and pages changed and, if any, how many pages stay deleted. Throws as the records do,
 * and 422 for sub topics with the same name.
 */
export const setDeletedWithBelow = (
  db: Db,
  table: keyof typeof records,
  id: string,
  { onlyWith = false, ...to }: DeletedTo & { onlyWith?: boolean | undefined },
  change: OpenChange,
): Promise<{ subtopic_count: number; page_count: number; pages_left?: number }> =>
  inTransaction(db, async (db) => {
    if (!(await records[table].setDeleted(db, id, to, change))) return { subtopic_count: 0, page_count: 0 }
    if (to.deleted) {
      const { kinds } = change.outcome.written
      return { subtopic_count: kinds.get('sub_topics') ?? 0, page_count: kinds.get('manual_pages') ?? 0 }
    }
    return restoreBelow(db, table, id, onlyWith, change)
  })

async function restoreBelow(db: Db, table: keyof typeof records, id: string, onlyWith: boolean, change: AnyChange) {
  const subtopic_count = table === 'topics' ? await restoreSubTopics(db, id, onlyWith, change) : 0
  const only = onlyWith ? await cascadedWith(db, table, id, 'manual_pages') : undefined
  const below = table === 'topics' ? { topic_id: id } : { subtopic_id: id }
  const { restored, left } = await pagesToRestore(db, below, only)
  const page_count = await restoreAlong(db, 'manual_pages', restored, change)
  return { subtopic_count, page_count, ...(left > 0 && { pages_left: left }) }
}

/** What is below a topic or sub topic and restored with it: the `below` of a ServedKind. */
export const belowOf = (table: keyof typeof records): Below => ({
  refuse: async (db, id) => {
    if (table === 'topics') await refuseNamesakes(db, id)
  },
  restore: (db, id, change) => restoreBelow(db, table, id, false, change),
})

async function restoreSubTopics(db: Db, topicId: string, onlyWith: boolean, change: AnyChange) {
  const returning = onlyWith ? await cascadedWith(db, 'topics', topicId, 'sub_topics') : undefined
  if (returning?.length === 0) return 0
  await refuseNamesakes(db, topicId, returning)
  return restoreAlong(db, 'sub_topics', returning ?? (await deletedSubTopics(db, topicId)), change)
}

/**
 * Refuses to restore all sub topics of a topic, or those `returning`, if two have the same name: 422. A sub topic may
 * have been deleted and added again with its name.
 */
async function refuseNamesakes(db: Db, topicId: string, returning?: string[]) {
  const name = await namesakesAmong(db, topicId, returning)
  if (name !== undefined)
    throw refused('name', `Two sub topics of this topic are named “${name}”. Please rename one of them first.`, 'taken')
}
