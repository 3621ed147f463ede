import { isoNow } from '../clock.ts'
import type { Db } from '../db/schema.ts'

/**
 * How many one-off jobs wait, how many of those have failed so far, and how many were given up; of all kinds or these.
 */
export async function countJobs(db: Db, kinds?: readonly string[]) {
  const row = await db
    .selectFrom('jobs')
    .where('key', 'is', null)
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.count<number>('last_error').as('failed'),
      fn.count<number>('gave_up_at').as('given_up'),
    ])
    .$if(kinds !== undefined, (jobs) => jobs.where('kind', 'in', kinds ?? []))
    .executeTakeFirstOrThrow()
  const [all, failed, given_up] = [Number(row.all), Number(row.failed), Number(row.given_up)]
  return { waiting: all - given_up, failing: failed - given_up, given_up }
}

/** Retries all jobs given up by that time. Resolves to how many there are. */
export async function retryGivenUp(db: Db, until: string) {
  const again = { run_at: isoNow(), attempts: 0, gave_up_at: null }
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set(again)
    .where('gave_up_at', '<=', until)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Removes all jobs given up by that time. Resolves to how many there were. */
export const dismissGivenUp = async (db: Db, until: string) =>
  Number((await db.deleteFrom('jobs').where('gave_up_at', '<=', until).executeTakeFirstOrThrow()).numDeletedRows)
