import type { Deps } from '../deps.ts'
import type { Push } from '../integrations/push/push.ts'
import { again, asking, type JobHandlers } from '../jobs/jobs.ts'
import type { MeantOn } from './audiences/audiences.service.ts'
import { campaignJobs } from './campaigns/campaign-jobs.ts'
import { changeJobs } from './changes/change-jobs.ts'
import { printJobs } from './manuals/print-again.ts'
import { DELIVER_NOTIFICATION, deliverNotification } from './notifications/delivery.service.ts'
import { NOTE_LEFT_OUT, noteOthersLeftOut } from './notifications/left-out.ts'
import { ADD_RECIPIENTS, addRecipients, RETRY_FAILED, retryFailed } from './notifications/recipients.service.ts'
import { REMIND_EVERY, REMIND_OWNERS, remindOwners } from './notifications/reminders.service.ts'
import { runWave, SEND_WAVE } from './notifications/waves.ts'
import { eraseJobs } from './privacy/end-erase.ts'

/** The jobs about records: sending messages, changes in steps, remaking PDFs, and completing an erase. */
export const recordJobs = (
  deps: Pick<Deps, 'db' | 'files' | 'bus' | 'log' | 'settings' | 'places'>,
  push: Push,
): JobHandlers => ({
  ...campaignJobs(deps.db),
  ...notificationJobs(deps, push),
  ...changeJobs(deps),
  ...printJobs(deps),
  ...eraseJobs(deps),
})

/** The jobs that continue the work after the call was answered. */
export const notificationJobs = (deps: MeantOn & Pick<Deps, 'settings'>, push: Push): JobHandlers => ({
  [ADD_RECIPIENTS]: (payload, context) => addRecipients(deps, payload, context),
  [SEND_WAVE]: (payload, context) => runWave(deps, payload, context),
  [NOTE_LEFT_OUT]: (payload, context) => noteOthersLeftOut(deps.db, payload, context),
  [RETRY_FAILED]: (payload, context) => retryFailed(deps.db, payload, context),
  [REMIND_OWNERS]: again(REMIND_EVERY, () => remindOwners(deps)),
  ...asking('push', {
    [DELIVER_NOTIFICATION]: (payload, context) =>
      deliverNotification({ ...deps, push, weeklyLimit: deps.settings.weeklyMessageLimit }, payload, context),
  }),
})
