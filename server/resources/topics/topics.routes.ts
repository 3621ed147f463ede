import { toasts } from '#contract/records.ts'
import { topics } from '#contract/topics.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve, serveGet } from '../../http/serve.ts'
import { subTopicsOf } from '../sub-topics/sub-topics.repository.ts'
import { findTopic, listTopics } from './topics.repository.ts'
import { addTopic, editTopic, setTopicDeleted } from './topics.service.ts'

const messages = toasts('Topic')

/** Answers the calls of contract/topics.ts. */
export function topicRoutes(app: App, { db }: Deps) {
  serve(app, topics.list, async (input) => ({ message: 'Topics', ...(await listTopics(db, input)) }))

  serveGet(app, topics.get, 'Topic', (id) => findTopic(db, id))

  serve(app, topics.add, (fields, { changing, idempotent }) =>
    changing(db, messages.added, (change) =>
      idempotent(db, async (db) => ({ data: await addTopic(db, fields, change) })),
    ),
  )

  serve(app, topics.edit, ({ topic_id, version, ...fields }, { changing }) =>
    changing(db, messages.updated, async (change) => ({
      data: await editTopic(db, topic_id, version, fields, change),
    })),
  )

  serve(app, topics.delete, ({ topic_id, version }, { changing }) =>
    changing(db, messages.removed, async (change) => ({
      data: await setTopicDeleted(db, topic_id, version, true, change),
    })),
  )

  serve(app, topics.restore, ({ topic_id, version, only_with }, { changing }) =>
    changing(db, messages.restored, async (change) => ({
      data: await setTopicDeleted(db, topic_id, version, false, change, only_with),
    })),
  )

  serve(app, topics.subtopics, async ({ topic_id, name }) => ({
    message: 'Sub topics',
    data: await subTopicsOf(db, topic_id, name),
  }))
}
