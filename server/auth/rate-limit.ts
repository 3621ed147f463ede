import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import { MINUTES_A_DAY } from '#contract/durations.ts'
import { isoNow, MINUTE, now } from '../clock.ts'
import { deleteInSlices } from '../db/in-slices.ts'
import type { Db } from '../db/schema.ts'
import { textKey } from '../db/search/text-key.ts'
import { tooManyAttempts, tooManyChanges } from '../errors.ts'
import { forgetAddresses, isKnownAddress, noteAddress } from './known-addresses.ts'
import { slowDown } from './slow-down.ts'
import { sha256 } from './tokens.ts'

const WINDOW_MINUTES = 15
export const most = { account: 10, address: 50 }
/** Requests for codes: per address in that time, and per account and day from all unknown places. */
const MOST_ASKED = { address: 10, account: 60 }
/** Tokens of social networks cannot be guessed: this only limits the load, even where many owners share an address. */
const MOST_SOCIAL = 500
/** Per owner and hour: more than anyone types. */
export const MOST_CHANGES = 200

/**
 * How attempts are counted: by the targeted account and the IP address they come from. Callers cannot choose anything
 * else. `guess` is any attempt that might hit an administrator's or owner's secret: all calls that take a password or a
 * code count together.
 */
export type Attempt = {
  action: 'guess' | 'forgot' | 'app-guess' | 'app-register' | 'app-forgot' | 'app-social'
  /** The email address, in any case; for social sign-ins, `socialAccount` of the identity the token claims. */
  account: string
  address: string
  /** The random id that the application keeps in its browser: whoever has it is using that browser. */
  browser?: string | undefined
}

/**
 * Counts an attempt before it is made, so that concurrent ones count too. Throws 429 after 10 attempts on an account or
 * 50 from an address within 15 minutes; the refused one does not count. Attempts from a browser or address where the
 * account recently signed in are counted separately, so that strangers cannot lock its owner out. Strangers' attempts
 * at an administrator's secret are delayed more and more; `waits` is false where other limits apply: the second step of
 * a sign-in.
 */
export async function countAttempt(db: Db, attempt: Attempt, { waits } = { waits: true }) {
  const { own, shared } = await keysOf(db, attempt)
  await countAll(db, shared ? [shared, own] : [own], async () => {
    if (own.isStrange && attempt.action === 'guess') await slowDown(db, slowKeyOf(attempt), { waits })
  })
}

/**
 * Counts an attempt at a mailed code by a browser that did not ask for it. Codes have their own attempts
 * (one-time-codes.ts), so only the address counts: whatever strangers do to an account, the right code works. Throws
 * 429 as countAttempt does.
 */
export async function countCodeTry(db: Db, attempt: Attempt) {
  const { shared } = await keysOf(db, attempt)
  if (shared) await countAll(db, [shared])
}

/**
 * Counts a request for a code. Throws 429 after 10 from an address within 15 minutes, and after 60 for an account in a
 * day from unknown places. Known browsers and devices have ten of their own.
 */
export async function countRequest(db: Db, attempt: Attempt & { action: 'forgot' | 'app-forgot' }) {
  const { own, shared } = await keysOf(db, attempt)
  const ofAccount = own.isStrange ? { ...own, limit: MOST_ASKED.account, minutes: MINUTES_A_DAY } : own
  await countAll(db, shared ? [{ ...shared, limit: MOST_ASKED.address }, ofAccount] : [ofAccount])
}

type Counted = { key: string; limit: number; minutes?: number }

/** Counts under all of these keys, or under none if one of them or `check` refuses. */
async function countAll(db: Db, all: Counted[], check?: () => Promise<void>) {
  const counted: string[] = []
  try {
    for (const { key, limit, minutes = WINDOW_MINUTES } of all) {
      counted.push(key)
      await count(db, key, limit, { minutes, refuse: tooManyAttempts })
    }
    await check?.()
  } catch (error) {
    for (const key of counted) await forgive(db, key, 1)
    throw error
  }
}

const slowKeyOf = (attempt: Omit<Attempt, 'address'>) => `${SLOW}${attempt.action}:${accountOf(attempt)}`
const SLOW = 'slow:'

/** Counts a failure for `key`, and returns how many there were within a day. */
export const countWrong = (db: Db, key: string) =>
  count(db, key, Number.MAX_SAFE_INTEGER, { minutes: MINUTES_A_DAY, refuse: tooManyAttempts })

/** Forgets what countWrong counted. */
export const forgetWrong = (db: Db, key: string) => db.deleteFrom('tries').where('key', '=', key).execute()

/** Deletes the counts that no longer matter. */
export const deleteOldTries = (db: Db) =>
  // What delays strangers counts for a day longer.
  deleteInSlices(db, 'tries', 'key', 'window_ends_at <= ? and (key not like ? or window_ends_at <= ?)', [
    isoNow(),
    `${SLOW}%`,
    isoNow(-MINUTES_A_DAY * MINUTE),
  ])

/**
 * Counts a call about an unknown account. Throws 429 after 50 from an address, or after MOST_SOCIAL for social
 * sign-ins.
 */
export const countCall = (db: Db, action: 'passkey' | 'app-nonce', address: string) =>
  count(db, keyOfAddress(action, networkOf(address)), action === 'passkey' ? most.address : MOST_SOCIAL)

/** Counts a visitor’s question about a VIN. Throws 429 after 30 from an address within a minute. */
export const countLookup = (db: Db, address: string) =>
  count(db, keyOfAddress('vin-lookup', networkOf(address)), MOST_LOOKUPS, { minutes: 1, refuse: tooManyAttempts })
const MOST_LOOKUPS = 30

/**
 * Counts an owner's change in its transaction, so that one without effect does not count. Throws 429 after 200 in an
 * hour. Changes of the account count separately: a stolen session must not stop its owner from changing the password or
 * deleting the account.
 */
export const countOwnersChange = (db: Db, owner: string, of: 'records' | 'account') =>
  count(db, keyOfOwner(of, owner), MOST_CHANGES, { minutes: 60, refuse: tooManyChanges })

const keyOfOwner = (of: 'records' | 'account', owner: string) => `app-change:${of}:${owner}`

async function count(
  db: Db,
  key: string,
  limit: number,
  { minutes: window, refuse } = { minutes: WINDOW_MINUTES, refuse: tooManyAttempts },
) {
  const time = now()
  const minutesFromNow = (minutes: number) => new Date(time + minutes * MINUTE).toISOString()
  const windowEndsAt = minutesFromNow(window)
  // A window that ends later than a new one would was opened while the clock was ahead, and must not lock anyone out
  // for that long. Concurrent attempts reach the database in any order: one that ends a moment later is not such a
  // window.
  const ahead = minutesFromNow(window + 1)
  const over = sql`(tries.window_ends_at <= ${minutesFromNow(0)} or tries.window_ends_at > ${ahead})`
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
    throw refuse(Math.max(1, Math.ceil((Date.parse(counted.window_ends_at) - time) / 1000)))
  }
  return counted.count
}

/**
 * Reverses countAttempt after a success that took this many `steps`: deletes the account's count and reduces the
 * address's. From then on the account knows the address and browser. Call it in a transaction.
 */
export async function resetAttempts(db: Db, attempt: Attempt, steps = 1) {
  const { own, shared } = await keysOf(db, attempt)
  const counted = own.isStrange ? [own.key, slowKeyOf(attempt)] : [own.key]
  await db.deleteFrom('tries').where('key', 'in', counted).execute()
  if (shared) await forgive(db, shared.key, steps)
  await noteAddress(db, knownAs(attempt), networkOf(attempt.address))
  if (attempt.browser) await noteAddress(db, knownAs(attempt), browserKey(attempt.browser))
}

/**
 * Forgets where an account has signed in from, as an intruder may have been among them. Call it in a transaction,
 * before resetAttempts.
 */
export const forgetPlaces = (db: Db, attempt: Pick<Attempt, 'action' | 'account'>) =>
  forgetAddresses(db, knownAs(attempt))

/** Reverses countCall after a success. */
export const forgiveCall = (db: Db, action: 'passkey', address: string) =>
  forgive(db, keyOfAddress(action, networkOf(address)), 1)

const forgive = (db: Db, key: string, count: number) =>
  db
    .updateTable('tries')
    .set({ count: sql<number>`case when count > ${count} then count - ${count} else 0 end` })
    .where('key', '=', key)
    .execute()

/** Forgets the attempts on an account, wherever they came from: for the server's operator. Call it in a transaction. */
export async function forgetTries(db: Db, attempt: Omit<Attempt, 'address'>) {
  const key = `${attempt.action}:${accountOf(attempt)}`
  await db
    .deleteFrom('tries')
    .where((tries) =>
      // The keys of attempts from a known address continue after the account; `!` sorts right after the space between
      // them.
      tries.or([
        tries('key', '=', key),
        tries.and([tries('key', '>', `${key} from `), tries('key', '<', `${key} from!`)]),
        tries('key', '=', `${SLOW}${key}`),
      ]),
    )
    .execute()
}

/** Forgets all counts about an owner, by these accounts of attempts and by id. Call it in a transaction. */
export async function forgetOwner(db: Db, id: string, accounts: readonly string[]) {
  for (const account of accounts) {
    for (const action of ['app-guess', 'app-register', 'app-forgot', 'app-social'] as const)
      await forgetTries(db, { action, account })
    await forgetPlaces(db, { action: 'app-guess', account })
  }
  const changes = (['records', 'account'] as const).map((of) => keyOfOwner(of, id))
  await db.deleteFrom('tries').where('key', 'in', changes).execute()
}

async function keysOf(db: Db, attempt: Attempt) {
  const { action, address, browser } = attempt
  const account = `${action}:${accountOf(attempt)}`
  const isKnown = (place: string) => isKnownAddress(db, knownAs(attempt), place)
  // People who share an address must not be locked out by one of them.
  if (browser && (await isKnown(browserKey(browser)))) {
    const key = `${account} from ${browserKey(browser)}`
    return { own: { key, limit: most.account, isStrange: false }, shared: undefined }
  }
  const from = networkOf(address)
  const isStrange = !(await isKnown(from))
  return {
    own: { key: isStrange ? account : `${account} from ${from}`, limit: most.account, isStrange },
    shared: { key: keyOfAddress(action, from), limit: action === 'app-social' ? MOST_SOCIAL : most.address },
  }
}

const browserKey = (id: string) => `browser ${sha256(id)}`

const keyOfAddress = (action: string, network: string) => `${action}:address:${network}`

// As accounts are found: also by a backtick for an apostrophe.
const accountOf = ({ account }: Pick<Attempt, 'account'>) => `account:${textKey(account)}`

// Administrators and owners separately: anyone can register as an owner with an administrator's email address.
const knownAs = (attempt: Pick<Attempt, 'action' | 'account'>) =>
  `${attempt.action.startsWith('app-') ? 'app-guess' : 'guess'}:${accountOf(attempt)}`

/** What is counted for an address. An IPv6 address usually comes with a network of 2^64 addresses. */
export function networkOf(address: string) {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const [head = '', tail = ''] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = 8 - groups.length - tail.split(':').filter(Boolean).length
  return [...groups, ...Array(address.includes('::') ? missing : 0).fill('0')].slice(0, 4).join(':')
}
