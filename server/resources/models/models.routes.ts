import { models } from '#contract/models.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/serve.ts'
import { serveRecords } from '../records/serve-records.ts'
import { modelRecords } from './models.service.ts'

/** Answers the calls of contract/models.ts. */
export function modelRoutes(app: App, deps: Deps) {
  serveRecords(app, deps, models, modelRecords)
}
