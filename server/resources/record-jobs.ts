import type { Deps } from '../deps.ts'
import type { Push } from '../integrations/push/push.ts'
import type { JobHandlers } from '../jobs/jobs.ts'
import { changeJobs } from './changes/change-jobs.ts'
import { printJobs } from './manuals/print-again.ts'
import { notificationJobs } from './notifications/notifications.service.ts'

/** The jobs of records: messages that are sent, changes in steps, and PDFs that are made anew. */
export const recordJobs = (deps: Pick<Deps, 'db' | 'files' | 'bus' | 'log'>, push: Push): JobHandlers => ({
  ...notificationJobs(deps.db, push),
  ...changeJobs(deps),
  ...printJobs(deps),
})
