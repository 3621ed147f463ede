import { toasts } from '#contract/records.ts'
import { subTopicKind, subTopics } from '#contract/sub-topics.ts'
import type { Deps } from '../../deps.ts'
import { type App, serveChange } from '../../http/serve.ts'
import type { Write } from '../../records/open-change.ts'
import { serveRecords } from '../records/serve-records.ts'
import { setDeletedWithBelow } from '../topics/below.service.ts'
import { subTopicRecords } from './sub-topics.service.ts'

const messages = toasts(subTopicKind)

/** Answers the calls of contract/sub-topics.ts. */
export function subTopicRoutes(app: App, deps: Deps) {
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
