import { firstSteps } from '#contract/first-steps.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'
import { dismissFirstSteps } from './first-steps.repository.ts'
import { readFirstSteps } from './first-steps.service.ts'

/** Answers the calls of contract/first-steps.ts. */
export function firstStepsRoutes(app: App, deps: Deps) {
  serve(app, firstSteps.get, async (_nothing, { actor }) => ({
    message: 'First steps',
    data: await readFirstSteps(deps, actor),
  }))

  serve(app, firstSteps.dismiss, async ({ dismissed }, { actor, write }) => {
    await write((db) => dismissFirstSteps(db, dismissed, actor._id))
    return { message: dismissed ? 'First steps dismissed.' : 'First steps are shown again.' }
  })
}
