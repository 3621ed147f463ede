import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { tooManyAttempts } from '../errors.ts'

const WINDOW_MINUTES = 15
const most = { account: 10, address: 50 }

/** What tries are counted by: the account that is tried, and where the tries come from. Nothing else a caller can choose. */
export type Attempt = {
  action: 'login' | 'forgot' | 'reset' | 'password' | 'app-register' | 'app-login' | 'app-password'
  account: string
  address: string
}

/**
 * Counts a try before it is made, so that tries side by side count as well. Throws 429 when the account or the address
 * has had too many within a quarter of an hour; after that it opens again by itself.
 */
export async function countAttempt(db: Db, attempt: Attempt) {
  for (const [key, limit] of keysOf(attempt)) {
    const now = new Date()
    const windowEndsAt = new Date(now.getTime() + WINDOW_MINUTES * 60_000).toISOString()
    // A window that ends later than a new one was opened while the clock was ahead, and would lock out for that long.
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

/** Takes back what countAttempt counted: the account starts anew, and the address is not charged for a try that was right. */
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

// Whoever has one IPv6 address has the 2^64 beside it as well.
function network(address: string) {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const [head = '', tail = ''] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = 8 - groups.length - tail.split(':').filter(Boolean).length
  return [...groups, ...Array(address.includes('::') ? missing : 0).fill('0')].slice(0, 4).join(':')
}
