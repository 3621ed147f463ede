import { fromZonedTime } from '#contract/zoned-time.ts'
import { isoNow, MINUTE, newId, now } from '../clock.ts'
import { engineOf } from '../db/engines/engine.ts'
import type { Db } from '../db/schema.ts'
import { afterCommit, inTransaction } from '../db/transaction.ts'
import type { Log } from '../log.ts'
import { wakeWorker } from './jobs.ts'

/** Something due: the kind of act, what it is about, and since when. */
export type DueAct = { kind: string; about: string; due_at: string }
/** What to do when an act of each kind comes due, in the transaction that removes its row. */
export type DueHandlers = Record<string, (db: Db, act: DueAct) => Promise<void>>

/** A local time in a zone: '2027-03-28' and '02:30' in 'Europe/Berlin'. */
export type WallTime = { day: string; time: string; zone: string }

/** How often a process looks for due acts. */
export const LOOK_EVERY = 2_000
const TRY_AGAIN_AFTER = MINUTE

/** The version of this runtime's time zone rules, such as '2026c'. */
const RULES = process.versions.tz ?? ''

/** The moment of a local time, as ISO 8601. */
export const momentOf = ({ day, time, zone }: WallTime) => fromZonedTime(day, time, zone)

/**
 * Schedules an act for a moment (ISO 8601) or a local time in a zone, replacing any earlier time for the same act about
 * the same thing; null cancels it. Call it in the transaction that decides so.
 */
export async function schedule(db: Db, kind: string, about: string, until: string | WallTime | null) {
  if (until === null) return void (await deleteAct(db, kind, about).execute())
  const isMoment = typeof until === 'string'
  const at = isMoment ? until : momentOf(until)
  const wall = isMoment
    ? { wall_time: null, zone: null, zone_rules: null }
    : { wall_time: `${until.day} ${until.time}`, zone: until.zone, zone_rules: RULES }
  const when = { run_at: at, due_at: at, ...wall }
  const row = { id: newId(), kind, key: about, payload: '{}', attempts: 0, ...when }
  await db
    .insertInto('jobs')
    .values(row)
    .onConflict((known) => known.columns(['kind', 'key']).where('key', 'is not', null).doUpdateSet(when))
    .execute()
  if (fromNow(at) < LOOK_EVERY) afterCommit(db, wakeWorker)
}

const deleteAct = (db: Db, kind: string, about: string) =>
  db.deleteFrom('jobs').where('kind', '=', kind).where('key', '=', about)

const fromNow = (at: string) => Math.max(0, Date.parse(at) - now())

/**
 * Recomputes when acts scheduled for a local time are due, if older rules than this runtime's were used; a server with
 * older rules leaves those of newer ones alone.
 */
async function followRules(db: Db, log: Log<'error'>) {
  const older = db.selectFrom('jobs').select(['id', 'kind', 'key', 'due_at', 'wall_time', 'zone'])
  for (const { id, kind, key, due_at, wall_time, zone } of await older.where('zone_rules', '<', RULES).execute()) {
    const [day = '', time = ''] = wall_time?.split(' ') ?? []
    try {
      const at = momentOf({ day, time, zone: zone ?? '' })
      await db
        .updateTable('jobs')
        .set({ zone_rules: RULES, ...(at !== due_at && { due_at: at, run_at: at }) })
        .where('id', '=', id)
        .execute()
    } catch (error) {
      log.error({ err: error, kind, about: key, zone }, 'when something is due could not be computed anew')
    }
  }
}

/**
 * Does everything due, oldest first. Each row is removed in the transaction that does its work, so that exactly one
 * server does it, once, even if several look at the same time or one of them is killed. Failures are retried a minute
 * later. Starts nothing more once `goesOn` says no.
 */
export async function runDue(db: Db, handlers: DueHandlers, log: Log<'error'>, goesOn = () => true) {
  await followRules(db, log)
  while (goesOn() && (await doNext(db, handlers, log)));
}

async function doNext(db: Db, handlers: DueHandlers, log: Log<'error'>) {
  let act: (DueAct & { id: string }) | undefined
  try {
    await inTransaction(db, async (db) => {
      act = await nextAct(db, Object.keys(handlers))
      if (!act) return
      await db.deleteFrom('jobs').where('id', '=', act.id).execute()
      await handlers[act.kind]?.(db, act)
    })
  } catch (error) {
    if (!act) throw error
    log.error({ err: error, kind: act.kind, about: act.about }, 'something that is due failed')
    await db
      .updateTable('jobs')
      .set({ run_at: isoNow(TRY_AGAIN_AFTER) })
      .where('id', '=', act.id)
      .execute()
  }
  return act !== undefined
}

const acts = (db: Db, kinds: string[]) =>
  db.selectFrom('jobs').where('due_at', 'is not', null).where('kind', 'in', kinds).orderBy('run_at').limit(1)

async function nextAct(db: Db, kinds: string[]) {
  const next = acts(db, kinds).select(['id', 'kind', 'key', 'due_at']).where('run_at', '<=', isoNow()).orderBy('id')
  const row = await (engineOf(db).skipsLocked ? next.forUpdate().skipLocked() : next).executeTakeFirst()
  return row && { id: row.id, kind: row.kind, about: row.key ?? '', due_at: row.due_at ?? '' }
}

/** Milliseconds until the next act is due, not counting overdue ones; undefined if there is none. */
export async function untilNext(db: Db, handlers: DueHandlers) {
  const next = await acts(db, Object.keys(handlers)).select('run_at').executeTakeFirst()
  return next && fromNow(next.run_at)
}
