import { models } from '#contract/models.ts'
import { content } from '#contract/owner/content.ts'
import { publishedToAll } from '../records/published.ts'
import { type ServedKind, serveRecords } from '../records/serve-records.ts'
import { modelList } from './models.repository.ts'
import { modelRecords } from './models.service.ts'

export const servedModels: ServedKind<'models'> = {
  list: modelList,
  serve: (app, deps) => serveRecords(app, deps, models, modelRecords),
  publish: (app, deps) => publishedToAll(app, deps, content.models, modelList),
}
