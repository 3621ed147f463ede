import { system } from '#contract/system.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'
import { readStatus } from './system.service.ts'

/** Answers the call of contract/system.ts. */
export function systemRoutes(app: App, deps: Deps) {
  serve(app, system.status, async () => ({ message: 'System', data: await readStatus(deps) }))
}
