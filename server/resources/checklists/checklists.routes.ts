import { checklists } from '#contract/checklists.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/serve.ts'
import { serveRecords } from '../records/serve-records.ts'
import { checklistRecords } from './checklists.service.ts'

/** Answers the calls of contract/checklists.ts. */
export function checklistRoutes(app: App, deps: Deps) {
  serveRecords(app, deps, checklists, checklistRecords)
}
