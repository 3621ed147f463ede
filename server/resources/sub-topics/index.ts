import { content } from '#contract/owner/content.ts'
import { publishedToAll } from '../../http/published.ts'
import type { ServedKind } from '../records/serve-records.ts'
import { belowOf } from '../topics/below.service.ts'
import { subTopicList } from './sub-topics.repository.ts'
import { subTopicRoutes } from './sub-topics.routes.ts'

export const servedSubTopics: ServedKind<'sub_topics'> = {
  list: subTopicList,
  serve: subTopicRoutes,
  publish: (app, deps) => publishedToAll(app, deps, content.subTopics, subTopicList),
  below: belowOf('sub_topics'),
}
