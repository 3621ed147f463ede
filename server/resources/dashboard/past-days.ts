import { countDays, dailyCounts, isComplete, markComplete } from '../../db/daily-counts.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import { enqueue, type JobHandlers } from '../../jobs/jobs.ts'

const COUNT_PAST_DAYS = 'count-past-days'

/** Schedules counting the days that were over before triggers counted them. Does nothing if that is done. */
export async function askForPastDays(db: Db) {
  if (!(await isComplete(db))) await inTransaction(db, (db) => enqueue(db, COUNT_PAST_DAYS, {}))
}

/** The job that counts them, each thing in its own transaction. */
export const pastDaysJobs = (db: Db): JobHandlers => ({
  [COUNT_PAST_DAYS]: async (_payload, { write }) => {
    for (const name of dailyCounts) await write(db, (db) => countDays(db, name))
    await write(db, markComplete)
  },
})
