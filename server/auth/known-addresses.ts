import { daysAgo, isoNow } from '../clock.ts'
import { deleteInSlices } from '../db/in-slices.ts'
import type { Db } from '../db/schema.ts'

const DAYS_KNOWN = 30

/** Whether the account has signed in from this network within the last 30 days. */
export async function isKnownAddress(db: Db, account: string, network: string) {
  const known = await db
    .selectFrom('known_addresses')
    .select('key')
    .where('key', '=', keyOf(account, network))
    .where('used_at', '>', daysAgo(DAYS_KNOWN))
    // An entry from the future was made while the clock was ahead.
    .where('used_at', '<', daysAgo(-1))
    .executeTakeFirst()
  return known !== undefined
}

/** Records that the account has signed in from this network. */
export async function noteAddress(db: Db, account: string, network: string) {
  const used = { used_at: isoNow() }
  await db
    .insertInto('known_addresses')
    .values({ key: keyOf(account, network), ...used })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(used))
    .execute()
}

/** Forgets all networks of the account. */
export const forgetAddresses = (db: Db, account: string) =>
  // `!` sorts right after the space that follows the account.
  db.deleteFrom('known_addresses').where('key', '>', `${account} `).where('key', '<', `${account}!`).execute()

/** Deletes addresses unused for 30 days. */
export const deleteOldAddresses = (db: Db) =>
  deleteInSlices(db, 'known_addresses', 'key', 'used_at <= ? or used_at >= ?', [daysAgo(DAYS_KNOWN), daysAgo(-1)])

const keyOf = (account: string, network: string) => `${account} ${network}`
