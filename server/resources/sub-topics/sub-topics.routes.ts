import { toasts } from '#contract/records.ts'
import { subTopics } from '#contract/sub-topics.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve, serveGet } from '../../http/serve.ts'
import { findSubTopic, listSubTopics } from './sub-topics.repository.ts'
import { addSubTopic, editSubTopic, setSubTopicDeleted } from './sub-topics.service.ts'

const messages = toasts('Subtopic')

/** Answers the calls of contract/sub-topics.ts. */
export function subTopicRoutes(app: App, { db }: Deps) {
  serve(app, subTopics.list, async (input) => ({ message: 'Sub topics', ...(await listSubTopics(db, input)) }))

  serveGet(app, subTopics.get, 'Sub topic', (id) => findSubTopic(db, id))

  serve(app, subTopics.add, (fields, { changing, idempotent }) =>
    changing(db, messages.added, (change) =>
      idempotent(db, async (db) => ({ data: await addSubTopic(db, fields, change) })),
    ),
  )

  serve(app, subTopics.edit, ({ sub_topic_id, version, ...fields }, { changing }) =>
    changing(db, messages.updated, async (change) => ({
      data: await editSubTopic(db, sub_topic_id, version, fields, change),
    })),
  )

  serve(app, subTopics.delete, ({ sub_topic_id, version }, { changing }) =>
    changing(db, messages.removed, async (change) => ({
      data: await setSubTopicDeleted(db, sub_topic_id, version, true, change),
    })),
  )

  serve(app, subTopics.restore, ({ sub_topic_id, version, only_with }, { changing }) =>
    changing(db, messages.restored, async (change) => ({
      data: await setSubTopicDeleted(db, sub_topic_id, version, false, change, only_with),
    })),
  )
}
