import { content } from '#contract/owner/content.ts'
import { publishedToAll } from '../../http/published.ts'
import type { ServedKind } from '../records/serve-records.ts'
import { belowOf } from './below.service.ts'
import { topicList } from './topics.repository.ts'
import { topicRoutes } from './topics.routes.ts'

export const servedTopics: ServedKind<'topics'> = {
  list: topicList,
  serve: topicRoutes,
  publish: (app, deps) => publishedToAll(app, deps, content.topics, topicList),
  below: belowOf('topics'),
}
