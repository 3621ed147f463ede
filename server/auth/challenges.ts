import { isoNow } from '../clock.ts'
import type { Db } from '../db/schema.ts'

const MINUTES_VALID = 5

const latestEnd = () => isoNow(MINUTES_VALID * 60_000)

/** Keeps what a passkey has to sign, in place of what it had to sign before for the same `key`. */
export async function keepChallenge(db: Db, key: string, challenge: string) {
  const values = { challenge, expires_at: latestEnd() }
  await db
    .insertInto('challenges')
    .values({ key, ...values })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
    .execute()
}

/** Takes away what was kept, so that it is signed once; undefined when there is nothing or it has expired. */
export async function takeChallenge(db: Db, key: string) {
  const taken = await db
    .deleteFrom('challenges')
    .where('key', '=', key)
    .returning(['challenge', 'expires_at'])
    .executeTakeFirst()
  // One that is valid for longer was kept while the clock was ahead.
  const isValid = taken && taken.expires_at > isoNow() && taken.expires_at <= latestEnd()
  return isValid ? taken.challenge : undefined
}
