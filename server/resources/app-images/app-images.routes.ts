import { appImages } from '#contract/app-images.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/serve.ts'
import { serveRecords } from '../records/serve-records.ts'
import { appImageRecords } from './app-images.service.ts'

/** Answers the calls of contract/app-images.ts. */
export function appImageRoutes(app: App, deps: Deps) {
  serveRecords(app, deps, appImages, appImageRecords)
}
