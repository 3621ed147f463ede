import { MINUTE, newId } from '../clock.ts'
import type { Db } from '../db/schema.ts'
import {
  countTry,
  dropSecrets,
  findSecret,
  keepSecret,
  LIFETIMES,
  NEW_ADDRESS,
  renewSecret,
  takeSecret,
} from './one-time.ts'
import { ownSecret } from './own-secrets.ts'
import { keyedHash, randomCode, randomToken, sameSecret, sha256 } from './tokens.ts'

export const CODE_MINUTES = LIFETIMES.code / MINUTE
/** For the browser that asked for the code, and for all others together. */
const MAX_ATTEMPTS = 5
const MAX_ELSEWHERE = 3

/** The keys of codes: an administrator's address, or the purpose of an owner's address. */
export const codeKeys = {
  adminReset: (email: string) => email.toLowerCase(),
  ownerReset: (emailKey: string) => `app-reset ${emailKey}`,
  ownerConfirmation: (emailKey: string) => `app-confirm ${emailKey}`,
  /** For nobody: an address that already has an account is registered again. */
  ownerAgain: (emailKey: string) => `app-again ${emailKey}`,
  ownerNewEmail: (userId: string, emailKey: string) => `${NEW_ADDRESS}${userId} ${emailKey}`,
}

/** Where the previous code is kept, if it still counts. Addresses have no spaces. */
const earlier = (key: string) => `${key} earlier`
const both = (key: string) => [key, earlier(key)]

/**
 * Makes room for a code, which is made when its mail is sent; an older one becomes invalid, except the previous one
 * with `keepsEarlier`. Returns the request's name. Every key gets a row, or answering a code would take longer for
 * those with an account. `browser` is the id of the requesting one, whose attempts are counted separately. Call it in a
 * transaction.
 */
export async function requestCode(
  db: Db,
  key: string,
  browser: string | undefined,
  { keepsEarlier } = { keepsEarlier: false },
) {
  if (keepsEarlier) {
    await dropSecrets(db, 'code', { subject: earlier(key) })
    await db
      .updateTable('one_time_secrets')
      .set({ subject: earlier(key) })
      .where('purpose', '=', 'code')
      .where('subject', '=', key)
      .execute()
  }
  const request = newId()
  const hash = await hashOfCode(db, key, randomToken())
  await keepSecret(db, { purpose: 'code', subject: key, hash, request, whose: hashOfBrowser(browser) })
  return request
}

/**
 * Makes the code of a request, stores its hash and returns it. Each attempt at the mail makes a new one; only the last
 * is valid. Undefined for a request that has expired, was replaced, or whose code was used.
 */
export async function makeCode(db: Db, key: string, request: string) {
  const code = randomCode()
  const hash = await hashOfCode(db, key, code)
  return (await renewSecret(db, 'code', { subject: both(key), request }, hash)) && code
}

/**
 * Counts an attempt before comparing the code. A code becomes invalid after five from the browser that asked for it,
 * and after three from all others, who cannot use up that browser's attempts. Returns its hash if it is right.
 */
export async function tryCode(db: Db, key: string, code: string, browser: string | undefined) {
  const codeHash = await hashOfCode(db, key, code)
  for (const place of both(key)) if (await isCodeAt(db, place, codeHash, browser)) return codeHash
  return undefined
}

async function isCodeAt(db: Db, subject: string, codeHash: string, browser: string | undefined) {
  const asked = await findSecret(db, 'code', { subject })
  const [tries, most] =
    asked?.whose === hashOfBrowser(browser)
      ? (['tries', MAX_ATTEMPTS] as const)
      : (['tries_elsewhere', MAX_ELSEWHERE] as const)
  // Even if there is none, so that it takes as long.
  const counted = await countTry(db, 'code', { subject, request: asked?.request ?? '' }, most, tries)
  return counted !== undefined && sameSecret(counted.hash ?? '', codeHash)
}

/**
 * Uses up a correct code, and the other one of the same key. Returns whether it was still there. Call it in the
 * transaction that relies on it.
 */
export async function consumeCode(db: Db, key: string, codeHash: string) {
  if (!(await takeSecret(db, 'code', { subject: both(key), hash: codeHash }))) return false
  await dropCode(db, key)
  return true
}

/** Whether the browser with this id asked for a code that is still valid. */
export async function askedForCode(db: Db, key: string, browser: string | undefined) {
  if (browser === undefined) return false
  return (await findSecret(db, 'code', { subject: both(key), whose: sha256(browser) })) !== undefined
}

const hashOfBrowser = (id: string | undefined) => (id === undefined ? null : sha256(id))

/** The keys of the new addresses for which an owner has asked within a week, but the one confirmed last. */
export async function newAddressesOf(db: Db, ownerId: string) {
  const start = codeKeys.ownerNewEmail(ownerId, '')
  const rows = await db
    .selectFrom('one_time_secrets')
    .select('subject')
    .where('purpose', '=', 'code')
    .where('subject', '>', start)
    // `!` sorts right after the space that `start` ends with.
    .where('subject', '<', `${start.trimEnd()}!`)
    .execute()
  return rows.map(({ subject }) => subject.slice(start.length).split(' ', 1)[0] ?? '')
}

/** Voids codes mailed earlier. */
export const dropCode = (db: Db, key: string) => dropSecrets(db, 'code', { subject: both(key) })

const hashOfCode = async (db: Db, key: string, code: string) => keyedHash(await ownSecret(db, 'otp'), `${key} ${code}`)
