import { toasts } from '#contract/records.ts'
import { topics } from '#contract/topics.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'
import { subTopicsOf } from '../sub-topics/sub-topics.repository.ts'
import { listTopics } from './topics.repository.ts'
import { addTopic, editTopic, setTopicDeleted } from './topics.service.ts'

const messages = toasts('Topic')

/** Answers the calls of contract/topics.ts. */
export function topicRoutes(app: App, { db }: Deps) {
  serve(app, topics.list, async (input) => ({ message: 'Topics', ...(await listTopics(db, input)) }))

  serve(app, topics.add, (fields, { actor, idempotent }) =>
    idempotent(db, async (db) => ({ message: messages.added, data: await addTopic(db, fields, actor) })),
  )

  serve(app, topics.edit, async ({ topic_id, version, ...fields }, { actor }) => ({
    message: messages.updated,
    data: await editTopic(db, topic_id, version, fields, actor),
  }))

  serve(app, topics.delete, async ({ topic_id, version }, { actor }) => {
    return { message: messages.removed, data: await setTopicDeleted(db, topic_id, version, true, actor) }
  })

  serve(app, topics.restore, async ({ topic_id, version }, { actor }) => {
    return { message: messages.restored, data: await setTopicDeleted(db, topic_id, version, false, actor) }
  })

  serve(app, topics.subtopics, async ({ topic_id, name }) => ({
    message: 'Sub topics',
    data: await subTopicsOf(db, topic_id, name),
  }))
}
