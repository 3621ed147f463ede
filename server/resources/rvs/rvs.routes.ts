import { rvs } from '#contract/rvs.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/serve.ts'
import { serveRecords } from '../records/serve-records.ts'
import { rvRecords } from './rvs.service.ts'

/** Answers the calls of contract/rvs.ts. */
export function rvRoutes(app: App, deps: Deps) {
  serveRecords(app, deps, rvs, rvRecords)
}
