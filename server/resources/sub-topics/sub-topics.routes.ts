import { toasts } from '#contract/records.ts'
import { subTopics } from '#contract/sub-topics.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'
import { listSubTopics } from './sub-topics.repository.ts'
import { addSubTopic, editSubTopic, setSubTopicDeleted } from './sub-topics.service.ts'

const said = toasts('Subtopic')

export function subTopicRoutes(app: App, { db }: Deps) {
  serve(app, subTopics.list, async (input) => ({ message: 'Sub topics', ...(await listSubTopics(db, input)) }))

  serve(app, subTopics.add, (fields, { by, once }) =>
    once(db, async (db) => ({ message: said.added, data: await addSubTopic(db, fields, by) })),
  )

  serve(app, subTopics.edit, async ({ sub_topic_id, version, ...fields }, { by }) => ({
    message: said.updated,
    data: await editSubTopic(db, sub_topic_id, version, fields, by),
  }))

  serve(app, subTopics.delete, async ({ sub_topic_id, version }, { by }) => {
    return { message: said.removed, data: await setSubTopicDeleted(db, sub_topic_id, version, true, by) }
  })

  serve(app, subTopics.restore, async ({ sub_topic_id, version }, { by }) => {
    return { message: said.restored, data: await setSubTopicDeleted(db, sub_topic_id, version, false, by) }
  })
}
