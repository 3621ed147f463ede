import type { z } from 'zod'
import type { SubTopic, subTopicFields } from '#contract/sub-topics.ts'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { textKey } from '../../db/text-key.ts'
import { inTransaction } from '../../db/transaction.ts'
import { refused } from '../../errors.ts'
import { addRecord, changeRecord, refuseDuplicate, refuseStale, setRecordDeleted } from '../../records/change.ts'
import { isActive } from '../../records/is-active.ts'
import { setPagesDeleted } from '../manual-pages/manual-pages.service.ts'
import { findSubTopic } from './sub-topics.repository.ts'

type Fields = z.output<typeof subTopicFields>
type EditedFields = Omit<Fields, 'topic_id'> & { topic_id?: string | undefined }

const THING = 'Subtopic'
const toColumns = (topic_id: string, { name, seq_no }: EditedFields) => ({
  topic_id,
  name,
  name_key: textKey(name),
  seq_no,
})

// Names are unique within a topic.
const uniqueColumns = ({ topic_id, name_key }: ReturnType<typeof toColumns>) => ({ topic_id, name_key })

/** Adds a sub topic. Throws 422 for a topic that is not active, or a duplicate name. */
export function addSubTopic(db: Db, fields: Fields, actor: Actor): Promise<SubTopic> {
  return inTransaction(db, async (db) => {
    if (!(await isActive(db, 'topics', fields.topic_id))) throw refused('topic_id', 'Please select topic')
    const columns = toColumns(fields.topic_id, fields)
    await refuseDuplicate(db, 'sub_topics', uniqueColumns(columns), THING)
    return findSubTopic(db, await addRecord(db, 'sub_topics', columns, actor))
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
  actor: Actor,
): Promise<SubTopic> {
  return inTransaction(db, async (db) => {
    const current = await findSubTopic(db, id)
    await refuseStale(db, current, version)
    const topicId = current.topic_id._id
    if (fields.topic_id !== undefined && fields.topic_id !== topicId) {
      throw refused('topic_id', 'The topic of a sub topic cannot be changed.')
    }
    const columns = toColumns(topicId, fields)
    if (!current.is_deleted) await refuseDuplicate(db, 'sub_topics', uniqueColumns(columns), THING, { except: id })
    await changeRecord(db, 'sub_topics', id, columns, actor)
    return findSubTopic(db, id)
  })
}

/**
 * Soft-deletes or restores a sub topic together with its manual pages; a restore also brings back pages that had been
 * deleted on their own, unless their manual is deleted. Returns how many pages changed. Throws 404, 409, 422 for a duplicate name, and on restore 422
 * if the topic is deleted.
 */
export function setSubTopicDeleted(db: Db, id: string, version: number | undefined, deleted: boolean, actor: Actor) {
  return inTransaction(db, async (db) => {
    const current = await findSubTopic(db, id)
    const { topic_id, name } = current
    if (current.is_deleted && !deleted && !(await isActive(db, 'topics', topic_id._id))) {
      throw refused('topic_id', `The topic “${topic_id.name}” is Inactive. Please restore it first.`)
    }
    const unique = { topic_id: topic_id._id, name_key: textKey(name) }
    const changed = await setRecordDeleted(db, 'sub_topics', current, { deleted, version, unique, thing: THING }, actor)
    return changed ? setPagesDeleted(db, { subtopic_id: id }, deleted, actor) : { page_count: 0 }
  })
}
