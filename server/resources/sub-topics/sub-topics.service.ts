import type { z } from 'zod'
import type { SubTopic, subTopicFields } from '#contract/sub-topics.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import { refused } from '../../errors.ts'
import { addRecord, refuseDuplicate, setRecordDeleted } from '../../records/change.ts'
import { editRecord } from '../../records/edit-record.ts'
import { isActive } from '../../records/is-active.ts'
import type { OpenChange } from '../../records/open-change.ts'
import { wentWith } from '../../records/went-with.ts'
import { setPagesDeleted } from '../manual-pages/manual-pages.service.ts'
import { findSubTopic } from './sub-topics.repository.ts'

type Fields = z.output<typeof subTopicFields>
type EditedFields = Omit<Fields, 'topic_id'> & { topic_id?: string | undefined }

const toColumns = (topic_id: string, { name, seq_no }: EditedFields) => ({
  topic_id,
  name,
  seq_no,
})

/** Adds a sub topic. Throws 422 for a topic that is not active, or a duplicate name. */
export function addSubTopic(db: Db, fields: Fields, change: OpenChange): Promise<SubTopic> {
  return inTransaction(db, async (db) => {
    if (!(await isActive(db, 'topics', fields.topic_id))) throw refused('topic_id', 'Please select topic')
    const columns = toColumns(fields.topic_id, fields)
    await refuseDuplicate(db, 'sub_topics', columns)
    return findSubTopic(db, await addRecord(db, 'sub_topics', columns, change))
  })
}

/**
 * Changes a sub topic, which cannot move to another topic. Throws 404, 409 if `version` is outdated, 422 for another
 * topic or a duplicate name.
 */
export function editSubTopic(
  db: Db,
  id: string,
  version: number | undefined,
  fields: EditedFields,
  change: OpenChange,
): Promise<SubTopic> {
  return inTransaction(db, async (db) => {
    const current = await findSubTopic(db, id)
    const topicId = current.topic_id._id
    if (fields.topic_id !== undefined && fields.topic_id !== topicId) {
      throw refused('topic_id', 'The topic of a sub topic cannot be changed.')
    }
    await editRecord(db, 'sub_topics', current, { version, values: toColumns(topicId, fields) }, change)
    return findSubTopic(db, id)
  })
}

/**
 * Soft-deletes or restores a sub topic together with its manual pages; a restore also brings back pages that had been
 * deleted on their own, unless their manual is deleted. Returns how many pages changed. Throws 404, 409, 422 for a duplicate name, and on restore 422
 * if the topic is deleted.
 */
export function setSubTopicDeleted(
  db: Db,
  id: string,
  version: number | undefined,
  deleted: boolean,
  change: OpenChange,
  onlyWith = false,
) {
  return inTransaction(db, async (db) => {
    const current = await findSubTopic(db, id)
    const { topic_id } = current
    if (current.is_deleted && !deleted && !(await isActive(db, 'topics', topic_id._id))) {
      throw refused('topic_id', `The topic “${topic_id.name}” is Inactive. Please restore it first.`)
    }
    const changed = await setRecordDeleted(db, 'sub_topics', current, { deleted, version }, change)
    if (!changed) return { page_count: 0 }
    const pages = onlyWith && !deleted ? await wentWith(db, 'sub_topics', id, 'manual_pages') : undefined
    return setPagesDeleted(db, { subtopic_id: id }, deleted, change, pages)
  })
}
