import { years } from '#contract/years.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/serve.ts'
import { serveRecords } from '../records/serve-records.ts'
import { yearRecords } from './years.service.ts'

/** Answers the calls of contract/years.ts. */
export function yearRoutes(app: App, deps: Deps) {
  serveRecords(app, deps, years, yearRecords)
}
