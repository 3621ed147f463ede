import type { Deps } from '../deps.ts'
import type { Push } from '../integrations/push/push.ts'
import type { JobHandlers } from '../jobs/jobs.ts'
import { changeJobs } from './changes/change-jobs.ts'
import { printJobs } from './manuals/print-again.ts'
import { notificationJobs } from './notifications/notifications.service.ts'
import { eraseJobs } from './privacy/end-erase.ts'

/** The jobs of records: messages that are sent, changes in steps, PDFs that are made anew, and what ends an erase. */
export const recordJobs = (
  deps: Pick<Deps, 'db' | 'files' | 'bus' | 'log' | 'settings' | 'places'>,
  push: Push,
): JobHandlers => ({
  ...notificationJobs(deps, push),
  ...changeJobs(deps),
  ...printJobs(deps),
  ...eraseJobs(deps),
})
