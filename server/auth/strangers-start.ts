import { HOUR, isoNow } from '../clock.ts'
import type { Db } from '../db/schema.ts'
import { LINK_HOURS } from './factor-links.ts'
import { firstNewBrowser } from './known-browsers.ts'
import { sessionStart } from './sessions.ts'

/** How far back to look for an intruder. */
const DAYS_BACK = 7

const hoursBefore = (at: string, hours: number) => new Date(Date.parse(at) - hours * HOUR).toISOString()

/**
 * The earliest time from which whoever used an account in a session opened at `since` (ISO 8601) may have used it:
 * earlier sessions can be theirs too. They begin at the latest with the first new browser within the week before, and
 * with the session in which the password or address was changed within the reach of a mailed link. Later proofs of
 * identity do not end the search, as they may come while the intruder is still there.
 */
export async function strangersStart(db: Db, adminId: string, since: string) {
  const weekBefore = hoursBefore(since, DAYS_BACK * 24)
  const changed = await db
    .selectFrom('security_events')
    .select(({ fn }) => fn.min('since').as('since'))
    .where('admin_id', '=', adminId)
    .where('kind', 'in', ['password_changed', 'email_changed'])
    .where('at', '>=', hoursBefore(since, LINK_HOURS))
    .where('by_id', 'is', null)
    .executeTakeFirst()
  const earlier = [await firstNewBrowser(db, adminId, weekBefore), changed?.since]
    .filter((at) => typeof at === 'string')
    .map((at) => (at < weekBefore ? weekBefore : at))
  return [since, ...earlier].reduce((one, other) => (other < one ? other : one))
}

/**
 * The same for the session that changes a way of signing in; undefined for a change without a session, as with a mailed
 * code.
 */
export async function strangersStartOf(db: Db, adminId: string, session: string | undefined) {
  if (session === undefined) return undefined
  return strangersStart(db, adminId, (await sessionStart(db, session)) ?? isoNow())
}
