import type { z } from 'zod'
import type { Topic, topicFields } from '#contract/topics.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import { refused } from '../../errors.ts'
import { addRecord, refuseDuplicate, setDeleted, setRecordDeleted } from '../../records/change.ts'
import { editRecord } from '../../records/edit-record.ts'
import type { OpenChange } from '../../records/open-change.ts'
import { wentWith } from '../../records/went-with.ts'
import { setPagesDeleted } from '../manual-pages/manual-pages.service.ts'
import { namesakesAmong } from '../sub-topics/sub-topics.repository.ts'
import { findTopic } from './topics.repository.ts'

type Fields = z.output<typeof topicFields>

/** Adds a topic. Throws 422 for a duplicate name. */
export function addTopic(db: Db, fields: Fields, change: OpenChange): Promise<Topic> {
  return inTransaction(db, async (db) => {
    await refuseDuplicate(db, 'topics', fields)
    return findTopic(db, await addRecord(db, 'topics', fields, change))
  })
}

/** Changes a topic. Throws 404, 409 if `version` is outdated, 422 for a duplicate name. */
export function editTopic(
  db: Db,
  id: string,
  version: number | undefined,
  fields: Fields,
  change: OpenChange,
): Promise<Topic> {
  return inTransaction(db, async (db) => {
    const current = await findTopic(db, id)
    await editRecord(db, 'topics', current, { version, values: fields }, change)
    return findTopic(db, id)
  })
}

/**
 * Soft-deletes or restores a topic together with its sub topics and their pages; a restore also brings back what had
 * been deleted on its own, but no page of a deleted manual, or with `onlyWith` exactly what went along. Returns how many sub topics and pages changed. Throws 404, 409, 422 for a duplicate name,
 * also among its sub topics.
 */
export function setTopicDeleted(
  db: Db,
  id: string,
  version: number | undefined,
  deleted: boolean,
  change: OpenChange,
  onlyWith = false,
) {
  return inTransaction(db, async (db) => {
    const current = await findTopic(db, id)
    const changed = await setRecordDeleted(db, 'topics', current, { deleted, version }, change)
    if (!changed) return { subtopic_count: 0, page_count: 0 }
    if (onlyWith && !deleted) return restoreWith(db, id, change)
    if (!deleted) await refuseNamesakes(db, id)
    return {
      subtopic_count: await setDeleted(db, 'sub_topics', { topic_id: id }, deleted, change),
      ...(await setPagesDeleted(db, { topic_id: id }, deleted, change)),
    }
  })
}

/** Brings back what was deleted together with a topic. */
async function restoreWith(db: Db, id: string, change: OpenChange) {
  const subTopics = await wentWith(db, 'topics', id, 'sub_topics')
  if (subTopics.length) await refuseNamesakes(db, id, subTopics)
  const pages = await wentWith(db, 'topics', id, 'manual_pages')
  return {
    subtopic_count: await setDeleted(db, 'sub_topics', { id: subTopics }, false, change),
    ...(await setPagesDeleted(db, { topic_id: id }, false, change, pages)),
  }
}

// A sub topic may have been deleted and added again with the same name; only one can be active.
async function refuseNamesakes(db: Db, topicId: string, returning?: string[]) {
  const name = await namesakesAmong(db, topicId, returning)
  if (name === undefined) return
  throw refused('name', `Two sub topics of this topic are named “${name}”. Please rename one of them first.`)
}
