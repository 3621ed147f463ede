import { security } from '#contract/security.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'
import { listSecurityEvents } from './security.service.ts'

/** Answers the call of contract/security.ts. */
export function securityRoutes(app: App, { db }: Deps) {
  serve(app, security.events, async (input) => ({
    message: 'Security record',
    ...(await listSecurityEvents(db, input)),
  }))
}
