import { templates } from '#contract/templates.ts'
import { type ServedKind, serveRecords } from '../records/serve-records.ts'
import { templateList } from './templates.repository.ts'
import { templateRecords } from './templates.service.ts'

export const servedTemplates: ServedKind<'templates'> = {
  list: templateList,
  serve: (app, deps) => serveRecords(app, deps, templates, templateRecords),
}
