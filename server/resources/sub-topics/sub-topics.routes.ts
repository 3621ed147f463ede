import { toasts } from '#contract/records.ts'
import { subTopicKind, subTopics } from '#contract/sub-topics.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'
import { serveRecords } from '../standard/serve-records.ts'
import { setDeletedWithBelow } from '../topics/below.service.ts'
import { subTopicRecords } from './sub-topics.service.ts'

const messages = toasts(subTopicKind)

/** Answers the calls of contract/sub-topics.ts. */
export function subTopicRoutes(app: App, deps: Deps) {
  const { db } = deps
  const { delete: _delete, restore: _restore, ...standard } = subTopics
  serveRecords(app, deps, standard, subTopicRecords)

  serve(app, subTopics.delete, ({ sub_topic_id, version }, { changing }) =>
    changing(db, messages.removed, async (change) => {
      const to = { deleted: true, version }
      const { subtopic_count: _none, ...data } = await setDeletedWithBelow(db, 'sub_topics', sub_topic_id, to, change)
      return { data }
    }),
  )

  serve(app, subTopics.restore, ({ sub_topic_id, version, only_with }, { changing }) =>
    changing(db, messages.restored, async (change) => {
      const to = { deleted: false, version, onlyWith: only_with }
      const { subtopic_count: _none, ...data } = await setDeletedWithBelow(db, 'sub_topics', sub_topic_id, to, change)
      return { data }
    }),
  )
}
