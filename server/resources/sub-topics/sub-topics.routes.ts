import { toasts } from '#contract/records.ts'
import { subTopics } from '#contract/sub-topics.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'
import { listSubTopics } from './sub-topics.repository.ts'
import { addSubTopic, editSubTopic, setSubTopicDeleted } from './sub-topics.service.ts'

const messages = toasts('Subtopic')

/** Answers the calls of contract/sub-topics.ts. */
export function subTopicRoutes(app: App, { db }: Deps) {
  serve(app, subTopics.list, async (input) => ({ message: 'Sub topics', ...(await listSubTopics(db, input)) }))

  serve(app, subTopics.add, (fields, { actor, idempotent }) =>
    idempotent(db, async (db) => ({ message: messages.added, data: await addSubTopic(db, fields, actor) })),
  )

  serve(app, subTopics.edit, async ({ sub_topic_id, version, ...fields }, { actor }) => ({
    message: messages.updated,
    data: await editSubTopic(db, sub_topic_id, version, fields, actor),
  }))

  serve(app, subTopics.delete, async ({ sub_topic_id, version }, { actor }) => {
    return { message: messages.removed, data: await setSubTopicDeleted(db, sub_topic_id, version, true, actor) }
  })

  serve(app, subTopics.restore, async ({ sub_topic_id, version }, { actor }) => {
    return { message: messages.restored, data: await setSubTopicDeleted(db, sub_topic_id, version, false, actor) }
  })
}
