import { firstStepNames, firstSteps } from '#contract/first-steps.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/app-type.ts'
import { serve } from '../../http/serve.ts'
import { readNotes } from '../../watch/notes.ts'
import { findAdmin } from '../account/account.repository.ts'
import { hasSecondFactor } from '../second-factor/factors.ts'
import { dismissFirstSteps, hasDismissed, stepsInRecords } from './first-steps.repository.ts'

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

/** Which first steps are done, and whether this administrator is shown them. */
async function readFirstSteps({ db, settings, backupState }: Deps, { _id }: Actor) {
  const done = {
    ...(await stepsInRecords(db)),
    second_factor: hasSecondFactor(await findAdmin(db, _id)),
    mail: settings.smtpUrl !== undefined,
    backups: Boolean((await backupState?.())?.last) || (await readNotes(db)).backups.some(({ last }) => last !== null),
  }
  const steps = firstStepNames.map((name) => ({ name, is_done: done[name] }))
  const isOpen = steps.some(({ is_done }) => !is_done)
  return { is_shown: isOpen && !settings.demoData && !(await hasDismissed(db, _id)), steps }
}
