import { audiences } from '#contract/audiences.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'
import { countAudience } from './audiences.service.ts'

/** Answers the calls of contract/audiences.ts. */
export function audienceRoutes(app: App, deps: Deps) {
  serve(app, audiences.count, async (input) => ({ message: 'Audience', data: await countAudience(deps, input) }))
}
