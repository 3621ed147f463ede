import { toasts } from '#contract/records.ts'
import { topicKind, topics } from '#contract/topics.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'
import { serveRecords } from '../standard/serve-records.ts'
import { subTopicsOf } from '../sub-topics/sub-topics.repository.ts'
import { setDeletedWithBelow } from './below.service.ts'
import { topicRecords } from './topics.service.ts'

const messages = toasts(topicKind)

/** Answers the calls of contract/topics.ts. */
export function topicRoutes(app: App, deps: Deps) {
  const { db } = deps
  const { delete: _delete, restore: _restore, ...standard } = topics
  serveRecords(app, deps, standard, topicRecords)

  serve(app, topics.delete, ({ topic_id, version }, { changing }) =>
    changing(db, messages.removed, async (change) => ({
      data: await setDeletedWithBelow(db, 'topics', topic_id, { deleted: true, version }, change),
    })),
  )

  serve(app, topics.restore, ({ topic_id, version, only_with }, { changing }) =>
    changing(db, messages.restored, async (change) => ({
      data: await setDeletedWithBelow(db, 'topics', topic_id, { deleted: false, version, onlyWith: only_with }, change),
    })),
  )

  serve(app, topics.subtopics, async ({ topic_id, name }) => ({
    message: 'Sub topics',
    data: await subTopicsOf(db, topic_id, name),
  }))
}
