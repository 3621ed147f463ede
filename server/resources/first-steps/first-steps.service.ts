import { firstStepNames } from '#contract/first-steps.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { readNotes } from '../../watch/notes.ts'
import { findAdmin } from '../account/account.repository.ts'
import { hasSecondFactor } from '../second-factor/factors.ts'
import { hasDismissed, stepsInRecords } from './first-steps.repository.ts'

/** Which of the first steps are done, and whether this administrator is shown them. */
export async function readFirstSteps({ db, settings, backupState }: Deps, { _id }: Actor) {
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
