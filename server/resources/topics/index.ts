import { content } from '#contract/owner/content.ts'
import { toasts } from '#contract/records.ts'
import { topicKind, topics } from '#contract/topics.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/app-type.ts'
import { serve, serveChange } from '../../http/serve.ts'
import { publishedToAll } from '../records/published.ts'
import { type ServedKind, serveRecords } from '../records/serve-records.ts'
import { subTopicsOf } from '../sub-topics/sub-topics.repository.ts'
import { belowOf, setDeletedWithBelow } from './below.service.ts'
import { topicList } from './topics.repository.ts'
import { topicRecords } from './topics.service.ts'

export const servedTopics: ServedKind<'topics'> = {
  list: topicList,
  serve: topicRoutes,
  publish: (app, deps) => publishedToAll(app, deps, content.topics, topicList),
  below: belowOf('topics'),
}

const messages = toasts(topicKind)

/** Answers the calls of contract/topics.ts. */
function topicRoutes(app: App, deps: Deps) {
  const { db } = deps
  const { delete: _delete, restore: _restore, ...standard } = topics
  serveRecords(app, deps, standard, topicRecords)

  serveChange(app, topics.delete, messages.removed, async ({ topic_id, version }, { write }) => ({
    data: await write((db, change) => setDeletedWithBelow(db, 'topics', topic_id, { deleted: true, version }, change)),
  }))

  serveChange(
    app,
    topics.restore,
    messages.restored,
    async ({ topic_id, version, only_with: onlyWith }, { write }) => ({
      data: await write((db, change) =>
        setDeletedWithBelow(db, 'topics', topic_id, { deleted: false, version, onlyWith }, change),
      ),
    }),
  )

  serve(app, topics.subtopics, async ({ topic_id, name }) => ({
    message: 'Sub topics',
    data: await subTopicsOf(db, topic_id, name),
  }))
}
