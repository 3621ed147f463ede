import { fromZonedTime } from '#contract/zoned-time.ts'
import { isoNow, newId } from '../clock.ts'
import { engineOf } from '../db/engines/engine.ts'
import type { Db, Tables } from '../db/schema.ts'
import { afterCommit, inTransaction } from '../db/transaction.ts'
import type { Log } from '../log.ts'

/** What comes due: the kind of act, the id of what it is about, and since when. */
export type DueAct = Pick<Tables['due'], 'kind' | 'about' | 'due_at'>
/** What is done when an act of each kind comes due, in the transaction that takes its row away. */
export type DueHandlers = Record<string, (db: Db, act: DueAct) => Promise<void>>

/** A time on the clock of a zone: '2027-03-28' and '02:30' in 'Europe/Berlin'. */
export type WallTime = { day: string; time: string; zone: string }

const LOOK_EVERY = 15_000
const SOON = 1000
const TRY_AGAIN_AFTER = 60_000

/** The version of the rules of time zones that this runtime has, such as '2026c'. */
const RULES = process.versions.tz ?? ''

/** When a time on the clock of a zone is, as ISO 8601. */
export const momentOf = ({ day, time, zone }: WallTime) => fromZonedTime(day, time, zone)

/**
 * Puts an act off until a moment (ISO 8601) or a time on the clock of a zone, in place of when the same act about the same
 * thing was due before; with null it is called off. Call it in the transaction that decides so.
 */
export async function schedule(db: Db, kind: string, about: string, until: string | WallTime | null) {
  await db.deleteFrom('due').where('kind', '=', kind).where('about', '=', about).execute()
  if (until === null) return
  const isMoment = typeof until === 'string'
  const at = isMoment ? until : momentOf(until)
  const wall = isMoment
    ? { wall_time: null, zone: null, zone_rules: null }
    : { wall_time: `${until.day} ${until.time}`, zone: until.zone, zone_rules: RULES }
  const values = { id: newId(), kind, about, due_at: at, try_at: at, ...wall }
  await db.insertInto('due').values(values).execute()
  if (fromNow(at) < LOOK_EVERY) afterCommit(db, wakeWatches)
}

const fromNow = (at: string) => Math.max(0, Date.parse(at) - Date.now())

const watches = new Set<() => void>()

function wakeWatches() {
  for (const look of watches) look()
}

/**
 * Computes anew when that is due which was put off until a time on the clock of a zone, by older rules than this runtime
 * has; a server that has older ones leaves what newer ones say.
 */
async function followRules(db: Db, log: Log<'error'>) {
  const rows = await db.selectFrom('due').selectAll().where('zone_rules', '<', RULES).execute()
  for (const { id, kind, about, due_at, wall_time, zone } of rows) {
    const [day = '', time = ''] = wall_time?.split(' ') ?? []
    try {
      const at = momentOf({ day, time, zone: zone ?? '' })
      await db
        .updateTable('due')
        .set({ zone_rules: RULES, ...(at !== due_at && { due_at: at, try_at: at }) })
        .where('id', '=', id)
        .execute()
    } catch (error) {
      log.error({ err: error, kind, about, zone }, 'when something is due could not be computed anew')
    }
  }
}

/**
 * Does all that is due, the oldest first. Each row is taken away in the transaction that does its work, so that exactly one
 * server does it, once, also where several look at the same time or one of them is killed. What fails is tried again a
 * minute later.
 */
export async function runDue(db: Db, handlers: DueHandlers, log: Log<'error'>) {
  await followRules(db, log)
  for (let found = true; found; ) found = await doNext(db, handlers, log)
}

async function doNext(db: Db, handlers: DueHandlers, log: Log<'error'>) {
  let act: Tables['due'] | undefined
  try {
    await inTransaction(db, async (db) => {
      act = await nextDue(db, Object.keys(handlers))
      if (!act) return
      await db.deleteFrom('due').where('id', '=', act.id).execute()
      await handlers[act.kind]?.(db, act)
    })
  } catch (error) {
    if (!act) throw error
    log.error({ err: error, kind: act.kind, about: act.about }, 'something that is due failed')
    await db
      .updateTable('due')
      .set({ try_at: isoNow(TRY_AGAIN_AFTER) })
      .where('id', '=', act.id)
      .execute()
  }
  return act !== undefined
}

function nextDue(db: Db, kinds: string[]) {
  const next = db
    .selectFrom('due')
    .selectAll()
    .where('kind', 'in', kinds)
    .where('try_at', '<=', isoNow())
    .orderBy('try_at')
    .orderBy('id')
    .limit(1)
  return (engineOf(db).skipsLocked ? next.forUpdate().skipLocked() : next).executeTakeFirst()
}

/** When the next of what is not due yet is to be done; undefined where there is none. */
async function nextMoment(db: Db, kinds: string[]) {
  const next = await db
    .selectFrom('due')
    .select('try_at')
    .where('kind', 'in', kinds)
    .orderBy('try_at')
    .limit(1)
    .executeTakeFirst()
  return next?.try_at
}

/**
 * Does what is due at once, at its moment, and every quarter of a minute, because clocks jump and other servers put off
 * things too; while `mayRun` says so.
 */
export function watchDue(db: Db, handlers: DueHandlers, log: Log<'error'>, mayRun: () => boolean = () => true) {
  let looking = Promise.resolve()
  let alarm: NodeJS.Timeout | undefined
  async function doAll() {
    if (!mayRun()) return
    await runDue(db, handlers, log)
    const next = await nextMoment(db, Object.keys(handlers))
    clearTimeout(alarm)
    // What is overdue by now, another server is about to do, or it came due just now.
    const wait = next && (fromNow(next) || SOON)
    if (watches.has(look) && wait && wait < LOOK_EVERY) alarm = setTimeout(look, wait)
  }
  function look() {
    looking = looking.then(doAll).catch((error) => log.error({ err: error }, 'what is due could not be looked up'))
  }
  watches.add(look)
  look()
  const timer = setInterval(look, LOOK_EVERY)
  return {
    async stop() {
      watches.delete(look)
      clearInterval(timer)
      await looking
      clearTimeout(alarm)
    },
  }
}
