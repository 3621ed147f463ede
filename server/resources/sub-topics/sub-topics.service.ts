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

// Sub topics of one topic are told apart by their names.
const uniqueColumns = ({ topic_id, name_key }: ReturnType<typeof toColumns>) => ({ topic_id, name_key })

/** Adds a sub topic. Throws 422 for a topic that is not on offer, or a name that is taken within it. */
export function addSubTopic(db: Db, fields: Fields, actor: Actor): Promise<SubTopic> {
  return inTransaction(db, async (db) => {
    if (!(await isActive(db, 'topics', fields.topic_id))) throw refused('topic_id', 'Please select topic')
    const columns = toColumns(fields.topic_id, fields)
    await refuseDuplicate(db, 'sub_topics', uniqueColumns(columns), THING)
    return findSubTopic(db, await addRecord(db, 'sub_topics', columns, actor))
  })
}

/**
 * Changes a sub topic, which stays in its topic. Throws 404, 409 when `version` is no longer the current one,
 * 422 for another topic or a name that is taken.
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
 * Deletes (softly) or restores a sub topic and, along with it, its manual pages; so a restore also brings back pages that
 * had been deleted on their own before. Gives back how many went along. Throws 404, 409, 422 for a name that is taken,
 * and on restore for a topic that is deleted.
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
    return { page_count: changed ? await setPagesDeleted(db, { subtopic_id: id }, deleted, actor) : 0 }
  })
}
