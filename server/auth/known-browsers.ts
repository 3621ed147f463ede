import { isIPv4 } from 'node:net'
import Bowser from 'bowser'
import { UNKNOWN_BROWSER } from '#contract/sign-in.ts'
import { daysAgo, isoNow } from '../clock.ts'
import { deleteInSlices } from '../db/in-slices.ts'
import type { Db } from '../db/schema.ts'
import { networkOf } from './rate-limit.ts'
import { sha256 } from './tokens.ts'

const DAYS_KNOWN = 365
const LONGEST_NAME = 500

/** What a call says about its browser: its description, and the random id that the application keeps in it. */
export type Browser = { device: string; id: string | undefined; address: string }

type Headers = Record<string, string | string[] | undefined>

/** The browser of a call from `address`. */
export function browserOf(headers: Headers, address: string): Browser {
  const id = headers['x-browser-id']
  const known = typeof id === 'string' && /^[\w-]{16,100}$/.test(id)
  return { device: deviceName(headers['user-agent']), id: known ? id : undefined, address }
}

const browsers = new Set<string>(Object.values(Bowser.BROWSER_MAP))
const systems = new Set<string>(Object.values(Bowser.OS_MAP))

/**
 * Browser and system in everyday words: `Firefox on Windows`. Only known names, because anyone can put anything in the
 * header.
 */
function deviceName(userAgent: string | string[] | undefined) {
  if (typeof userAgent !== 'string' || !userAgent) return UNKNOWN_BROWSER
  const parsed = Bowser.getParser(userAgent.slice(0, LONGEST_NAME))
  const [browser, system] = [parsed.getBrowserName(), parsed.getOSName()]
  const called = browsers.has(browser) ? browser : UNKNOWN_BROWSER
  return systems.has(system) ? `${called} on ${system}` : called
}

/**
 * Records an administrator's sign-in with this browser. Returns its key, and whether it was known within the last year:
 * by its id, else by its description and network. Call it in a transaction.
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
 * When an administrator first used a new browser since then (ISO 8601); undefined if there is none. The very first
 * browser is assumed to be theirs.
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

/** Forgets all browsers of an administrator, as some may be an intruder's. */
export const forgetBrowsers = (db: Db, adminId: string) =>
  db.deleteFrom('known_browsers').where('key', '>=', `${adminId} `).where('key', '<', `${adminId}!`).execute()

/** Deletes browsers unused for a year. */
export const deleteOldBrowsers = (db: Db) =>
  deleteInSlices(db, 'known_browsers', 'key', 'used_at <= ?', [daysAgo(DAYS_KNOWN)])

// Providers change the last part of a home address from day to day.
const widerNetwork = (address: string) =>
  isIPv4(address) ? address.split('.').slice(0, 3).join('.') : networkOf(address)
