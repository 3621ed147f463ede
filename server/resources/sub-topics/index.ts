import { content } from '#contract/owner/content.ts'
import { toasts } from '#contract/records.ts'
import { subTopicKind, subTopics } from '#contract/sub-topics.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/app-type.ts'
import { serveChange } from '../../http/serve.ts'
import type { Write } from '../../records/open-change.ts'
import { publishedToAll } from '../records/published.ts'
import { type ServedKind, serveRecords } from '../records/serve-records.ts'
import { belowOf, setDeletedWithBelow } from '../topics/below.service.ts'
import { subTopicList } from './sub-topics.repository.ts'
import { subTopicRecords } from './sub-topics.service.ts'

export const servedSubTopics: ServedKind<'sub_topics'> = {
  list: subTopicList,
  serve: subTopicRoutes,
  publish: (app, deps) => publishedToAll(app, deps, content.subTopics, subTopicList),
  below: belowOf('sub_topics'),
}

const messages = toasts(subTopicKind)

/** Answers the calls of contract/sub-topics.ts. */
function subTopicRoutes(app: App, deps: Deps) {
  const { delete: _delete, restore: _restore, ...standard } = subTopics
  serveRecords(app, deps, standard, subTopicRecords)

  const setDeleted = async (id: string, to: Parameters<typeof setDeletedWithBelow>[3], write: Write) => {
    const written = await write((db, change) => setDeletedWithBelow(db, 'sub_topics', id, to, change))
    const { subtopic_count: _none, ...data } = written
    return { data }
  }

  serveChange(app, subTopics.delete, messages.removed, ({ sub_topic_id, version }, { write }) =>
    setDeleted(sub_topic_id, { deleted: true, version }, write),
  )

  serveChange(app, subTopics.restore, messages.restored, ({ sub_topic_id, version, only_with: onlyWith }, { write }) =>
    setDeleted(sub_topic_id, { deleted: false, version, onlyWith }, write),
  )
}
