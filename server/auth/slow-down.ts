import { DAY, HOUR, now } from '../clock.ts'
import type { Db } from '../db/schema.ts'
import { tooManyStrangers } from '../errors.ts'

/**
 * So many attempts by strangers cause no delay; after a hundred, each causes an hour's. The count ends after a day
 * without attempts.
 */
const FREE_ATTEMPTS = 10
const SLOWEST = { attempts: 100, delay: HOUR }
const delayAfter = (attempts: number) =>
  attempts <= FREE_ATTEMPTS ? 0 : SLOWEST.delay * Math.min(1, attempts / SLOWEST.attempts) ** 2

/** In milliseconds: concurrent attempts reach the database in any order. */
const TOGETHER = 1_000

/**
 * Counts an attempt for `key`, and sets when the next may be made. Throws 429 before that time, if this one `waits`.
 */
export async function slowDown(db: Db, key: string, { waits }: { waits: boolean }) {
  const time = now()
  const at = (milliseconds: number) => new Date(milliseconds).toISOString()
  // Concurrent attempts each add to the count they have read.
  for (;;) {
    const row = await db
      .selectFrom('tries')
      .select(['count', 'window_ends_at'])
      .where('key', '=', key)
      .executeTakeFirst()
    const until = row ? Date.parse(row.window_ends_at) : 0
    // A longer delay was set while the clock was ahead.
    const isAhead = row && until > time + delayAfter(row.count) + TOGETHER
    if (waits && until > time + TOGETHER && !isAhead) throw tooManyStrangers(Math.ceil((until - time) / 1000))
    const attempts = row && !isAhead && until > time - DAY ? row.count + 1 : 1
    const next = { count: attempts, window_ends_at: at(time + delayAfter(attempts)) }
    if (row ? await moveOn(db, key, row, next) : await begin(db, key, next)) return
  }
}

type Tries = { count: number; window_ends_at: string }

const begin = async (db: Db, key: string, first: Tries) =>
  (await db
    .insertInto('tries')
    .values({ key, ...first })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()) !== undefined

const moveOn = async (db: Db, key: string, read: Tries, next: Tries) =>
  (await db
    .updateTable('tries')
    .set(next)
    .where('key', '=', key)
    .where('count', '=', read.count)
    .where('window_ends_at', '=', read.window_ends_at)
    .returning('key')
    .executeTakeFirst()) !== undefined
