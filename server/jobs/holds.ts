import { DAY, isoNow } from '../clock.ts'
import type { Db } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import type { About, OutsideFault, OutsideService } from '../errors.ts'

const FIRST_PAUSE_SECONDS = 15
const LONGEST_PAUSE_SECONDS = 300
/** A service that asks for more time is still retried after this. */
const MOST_ASKED_SECONDS = 900
/** How long one job may test whether the service works again, while the others wait. */
const TRIAL_SECONDS = 30
const TRUSTED = DAY

/** A service that no job calls at the moment; `since` is when its first job was refused. */
export type HeldService = { service: OutsideService; about: Exclude<About, 'recipient'>; reason: string; since: string }

/** Holds the jobs that call a service, at first for 15 seconds, then longer, or as long as the service asks. */
export function holdService(db: Db, { service, about, message: reason, retryAfter }: OutsideFault) {
  return inTransaction(db, async (db) => {
    const held = await db.selectFrom('held_services').selectAll().where('service', '=', service).executeTakeFirst()
    const tries = (held?.tries ?? 0) + 1
    const own = Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** (tries - 1))
    const pause = Math.min(MOST_ASKED_SECONDS, Math.max(FIRST_PAUSE_SECONDS, retryAfter ?? own))
    const next_try_at = isoNow(pause * 1000)
    const row = { service, about, reason, since: held?.since ?? isoNow(), tries, next_try_at }
    const changed = { about, reason, tries, next_try_at }
    await db
      .insertInto('held_services')
      .values(row)
      .onConflict((conflict) => conflict.column('service').doUpdateSet(changed))
      .execute()
    return { isNew: held === undefined, pause }
  })
}

/** Records that a service accepted something. Resolves to whether it was held. */
export async function releaseService(db: Db, service: OutsideService) {
  const released = db.deleteFrom('held_services').where('service', '=', service).returning('service')
  return (await released.executeTakeFirst()) !== undefined
}

/** Lets one job find out whether a held service works again; the others wait for the result. */
export const beginTrial = (db: Db, service: OutsideService) =>
  db
    .updateTable('held_services')
    .set({ next_try_at: isoNow(TRIAL_SECONDS * 1000) })
    .where('service', '=', service)
    .execute()

/** Immediately retries held services and failed jobs, as after a start: settings may have been fixed. */
export async function tryHeldAgain(db: Db) {
  const now = isoNow()
  await db.updateTable('held_services').set({ next_try_at: now }).execute()
  await db
    .updateTable('jobs')
    .set({ run_at: now })
    .where('last_error', 'is not', null)
    .where('gave_up_at', 'is', null)
    .where('lease', 'is', null)
    .execute()
}

/** The services on hold. */
export async function heldServices(db: Db) {
  const rows = await db.selectFrom('held_services').select(['service', 'about', 'reason', 'since']).execute()
  return rows as HeldService[]
}

/** Accepts for a day what a service says about recipients, however many they are, and retries it immediately. */
export async function trustService(db: Db, service: OutsideService) {
  const until = isoNow(TRUSTED)
  await db
    .insertInto('trusted_services')
    .values({ service, until })
    .onConflict((conflict) => conflict.column('service').doUpdateSet({ until }))
    .execute()
  await tryHeldAgain(db)
}

/** Whether a service's word about recipients is accepted, however many they are. */
export async function isTrusted(db: Db, service: OutsideService) {
  const row = await db.selectFrom('trusted_services').select('until').where('service', '=', service).executeTakeFirst()
  return row !== undefined && row.until > isoNow()
}
