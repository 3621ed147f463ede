import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { tooManyAttempts } from '../errors.ts'

const WINDOW_MINUTES = 15
const most = { account: 10, address: 50 }

/**
 * What attempts are counted by: the account they are aimed at, and the IP address they come from. Callers cannot
 * choose anything else.
 */
export type Attempt = {
  action: 'login' | 'forgot' | 'reset' | 'password' | 'app-register' | 'app-login' | 'app-password'
  account: string
  address: string
}

/**
 * Counts an attempt before it is made, so that concurrent attempts count too. Throws 429 after 10 attempts on an
 * account or 50 from an address within 15 minutes.
 */
export async function countAttempt(db: Db, attempt: Attempt) {
  for (const [key, limit] of keysOf(attempt)) {
    const now = new Date()
    const windowEndsAt = new Date(now.getTime() + WINDOW_MINUTES * 60_000).toISOString()
    // A window that ends later than a new one would was opened while the clock was ahead and must not lock out for
    // that long.
    const over = sql`(tries.window_ends_at <= ${now.toISOString()} or tries.window_ends_at > ${windowEndsAt})`
    const counted = await db
      .insertInto('tries')
      .values({ key, count: 1, window_ends_at: windowEndsAt })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          count: sql<number>`case when ${over} then 1 else tries.count + 1 end`,
          window_ends_at: sql<string>`case when ${over} then ${windowEndsAt} else tries.window_ends_at end`,
        }),
      )
      .returning(['count', 'window_ends_at'])
      .executeTakeFirstOrThrow()
    if (counted.count > limit) {
      throw tooManyAttempts(Math.max(1, Math.ceil((Date.parse(counted.window_ends_at) - now.getTime()) / 1000)))
    }
  }
}

/** Undoes countAttempt after a success: the account's count is deleted and the address's reduced by one. */
export async function forgiveAttempt(db: Db, attempt: Attempt) {
  const [[account], [address]] = keysOf(attempt)
  await db.deleteFrom('tries').where('key', '=', account).execute()
  await db
    .updateTable('tries')
    .set({ count: sql<number>`count - 1` })
    .where('key', '=', address)
    .where('count', '>', 0)
    .execute()
}

function keysOf({ action, account, address }: Attempt) {
  return [
    [`${action}:account:${account.toLowerCase()}`, most.account],
    [`${action}:address:${network(address)}`, most.address],
  ] as const
}

// An IPv6 address usually comes with a network of 2^64 addresses, so the network is counted.
function network(address: string) {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const [head = '', tail = ''] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = 8 - groups.length - tail.split(':').filter(Boolean).length
  return [...groups, ...Array(address.includes('::') ? missing : 0).fill('0')].slice(0, 4).join(':')
}
