import { isIPv4 } from 'node:net'
import Bowser from 'bowser'
import { UNKNOWN_BROWSER } from '#contract/sign-in.ts'
import { DAY, isoNow } from '../clock.ts'
import { deleteInSlices } from '../db/in-slices.ts'
import type { Db } from '../db/schema.ts'
import { networkOf } from './rate-limit.ts'
import { sha256 } from './tokens.ts'

const DAYS_KNOWN = 365
const LONGEST_NAME = 500

/** What a call says of its browser: what it is, in words, and the random id that the application keeps in it. */
export type Browser = { device: string; id: string | undefined; address: string }

type Headers = Record<string, string | string[] | undefined>

/** The browser of a call that comes from `address`. */
export function browserOf(headers: Headers, address: string): Browser {
  const id = headers['x-browser-id']
  const known = typeof id === 'string' && /^[\w-]{16,100}$/.test(id)
  return { device: deviceName(headers['user-agent']), id: known ? id : undefined, address }
}

const browsers = new Set<string>(Object.values(Bowser.BROWSER_MAP))
const systems = new Set<string>(Object.values(Bowser.OS_MAP))

/**
 * Browser and system as people call them: `Firefox on Windows`. Only known names, because anybody can write anything
 * into the header.
 */
function deviceName(userAgent: string | string[] | undefined) {
  if (typeof userAgent !== 'string' || !userAgent) return UNKNOWN_BROWSER
  const parsed = Bowser.getParser(userAgent.slice(0, LONGEST_NAME))
  const [browser, system] = [parsed.getBrowserName(), parsed.getOSName()]
  const called = browsers.has(browser) ? browser : UNKNOWN_BROWSER
  return systems.has(system) ? `${called} on ${system}` : called
}

/**
 * Notes that an administrator has signed in with this browser, and returns its key and whether that was known within the
 * last year: by its id, else by what it is and the network that it is in. Call it in a transaction.
 */
export async function noteBrowser(db: Db, adminId: string, { id, device, address }: Browser) {
  const key = `${adminId} ${id ? sha256(id) : `${device} ${widerNetwork(address)}`}`
  const known = await db
    .selectFrom('known_browsers')
    .select('key')
    .where('key', '=', key)
    .where('used_at', '>', daysAgo(DAYS_KNOWN))
    .executeTakeFirst()
  const used_at = isoNow()
  const used = known ? { used_at } : { used_at, first_at: used_at }
  await db
    .insertInto('known_browsers')
    .values({ key, used_at, first_at: used_at })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(used))
    .execute()
  return { key, isKnown: known !== undefined }
}

/** Forgets a browser: the next sign-in with it is reported again. */
export const forgetBrowser = (db: Db, key: string) => db.deleteFrom('known_browsers').where('key', '=', key).execute()

/**
 * When an administrator first used a browser that was not known before, since then (ISO 8601); undefined if there is
 * none. The first of all is nobody's but theirs.
 */
export async function firstNewBrowser(db: Db, adminId: string, since: string) {
  const [, ...others] = await db
    .selectFrom('known_browsers')
    .select('first_at')
    .where('key', '>=', `${adminId} `)
    .where('key', '<', `${adminId}!`)
    .orderBy('first_at')
    .execute()
  return others.find(({ first_at }) => first_at >= since)?.first_at
}

/** Forgets all browsers of an administrator, as some may be a stranger's. */
export const forgetBrowsers = (db: Db, adminId: string) =>
  db.deleteFrom('known_browsers').where('key', '>=', `${adminId} `).where('key', '<', `${adminId}!`).execute()

/** Deletes the browsers that have not been used for a year. */
export const deleteOldBrowsers = (db: Db) =>
  deleteInSlices(db, 'known_browsers', 'key', 'used_at <= ?', [daysAgo(DAYS_KNOWN)])

// Providers change the last part of an address at home from day to day.
const widerNetwork = (address: string) =>
  isIPv4(address) ? address.split('.').slice(0, 3).join('.') : networkOf(address)

const daysAgo = (days: number) => isoNow(-days * DAY)
