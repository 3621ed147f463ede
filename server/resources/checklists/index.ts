import { checklists } from '#contract/checklists.ts'
import { type ServedKind, serveRecords } from '../records/serve-records.ts'
import { checklistList } from './checklists.repository.ts'
import { checklistRecords } from './checklists.service.ts'

export const servedChecklists: ServedKind<'checklists'> = {
  list: checklistList,
  serve: (app, deps) => serveRecords(app, deps, checklists, checklistRecords),
}
