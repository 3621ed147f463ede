import { isoNow, newId } from '../clock.ts'
import type { Db } from '../db/schema.ts'
import { ownSecret } from './own-secrets.ts'
import { keyedHash, randomCode, randomToken, sameSecret, sha256 } from './tokens.ts'

export const CODE_MINUTES = 10
/** By the browser that asked for the code, and by all others together. */
const MAX_ATTEMPTS = 5
const MAX_ELSEWHERE = 3

/** What the codes are kept by: the address of an administrator, or what an owner's address is to be used for. */
export const codeKeys = {
  adminReset: (email: string) => email.toLowerCase(),
  ownerReset: (emailKey: string) => `app-reset ${emailKey}`,
  ownerConfirmation: (emailKey: string) => `app-confirm ${emailKey}`,
  /** Of nobody: an address that has an account is registered again. */
  ownerAgain: (emailKey: string) => `app-again ${emailKey}`,
  ownerNewEmail: (userId: string, emailKey: string) => `app-email ${userId} ${emailKey}`,
}

/** Where the code before the newest one is kept, if it counts too. Addresses have no spaces. */
const earlier = (key: string) => `${key} earlier`
const both = (key: string) => [key, earlier(key)]

/**
 * Makes room for a code, which is made with its mail; an older one is no longer valid, except the one before where
 * `keepsEarlier` says so. Returns what names the request. Every key gets a row, or the answer to a code would take longer for
 * those with an account. `browser` is the id of the one that asks, whose attempts are counted separately. Call it in a
 * transaction.
 */
export async function requestCode(
  db: Db,
  key: string,
  browser: string | undefined,
  { keepsEarlier } = { keepsEarlier: false },
) {
  if (keepsEarlier) {
    await db.deleteFrom('otps').where('email', '=', earlier(key)).execute()
    await db
      .updateTable('otps')
      .set({ email: earlier(key) })
      .where('email', '=', key)
      .execute()
  }
  const request = newId()
  const otp = {
    code_hash: await hashOfCode(db, key, randomToken()),
    expires_at: latestEnd(),
    tries: 0,
    tries_elsewhere: 0,
    browser_hash: hashOfBrowser(browser),
    request,
  }
  await db
    .insertInto('otps')
    .values({ email: key, ...otp })
    .onConflict((conflict) => conflict.column('email').doUpdateSet(otp))
    .execute()
  return request
}

/**
 * Makes the code of a request, stores its hash and returns it. Each attempt at the mail makes another one, of which
 * only the last is valid. Undefined for a request that has expired, was replaced, or whose code was used.
 */
export async function makeCode(db: Db, key: string, request: string) {
  const code = randomCode()
  const stored = await db
    .updateTable('otps')
    .set({ code_hash: await hashOfCode(db, key, code) })
    .where('email', 'in', both(key))
    .where('request', '=', request)
    .where('expires_at', '>', isoNow())
    .returning('email')
    .executeTakeFirst()
  return stored && code
}

/**
 * Counts an attempt before comparing the code. A code becomes invalid after five for the browser that asked for it, and
 * after three for all others, who cannot use up the attempts of that browser. Returns its hash if it is right.
 */
export async function tryCode(db: Db, key: string, code: string, browser: string | undefined) {
  const codeHash = await hashOfCode(db, key, code)
  for (const place of both(key)) if (await isCodeAt(db, place, codeHash, browser)) return codeHash
  return undefined
}

async function isCodeAt(db: Db, place: string, codeHash: string, browser: string | undefined) {
  const asked = await db
    .selectFrom('otps')
    .select(['request', 'browser_hash'])
    .where('email', '=', place)
    .executeTakeFirst()
  const [tries, most] =
    asked?.browser_hash === hashOfBrowser(browser)
      ? (['tries', MAX_ATTEMPTS] as const)
      : (['tries_elsewhere', MAX_ELSEWHERE] as const)
  const otp = await db
    .updateTable('otps')
    .set((otp) => ({ [tries]: otp(tries, '+', 1) }))
    .where('email', '=', place)
    .where('request', '=', asked?.request ?? '')
    .where(tries, '<', most)
    .where('expires_at', '>', isoNow())
    // A code that lives longer was made while the clock was ahead.
    .where('expires_at', '<=', latestEnd())
    .returning('code_hash')
    .executeTakeFirst()
  return otp !== undefined && sameSecret(otp.code_hash, codeHash)
}

/**
 * Uses up a code that was right, and the other one of the same key. Returns whether it was still there. Call it in the
 * transaction that relies on it.
 */
export async function consumeCode(db: Db, key: string, codeHash: string) {
  const spent = db
    .deleteFrom('otps')
    .where('email', 'in', both(key))
    .where('code_hash', '=', codeHash)
    .returning('email')
  if ((await spent.executeTakeFirst()) === undefined) return false
  await dropCode(db, key)
  return true
}

/** Whether the browser with this id asked for a code that is valid now. */
export async function askedForCode(db: Db, key: string, browser: string | undefined) {
  if (browser === undefined) return false
  const asked = db.selectFrom('otps').select('request').where('email', 'in', both(key))
  return (await asked.where('browser_hash', '=', hashOfBrowser(browser)).executeTakeFirst()) !== undefined
}

const hashOfBrowser = (id: string | undefined) => (id === undefined ? null : sha256(id))

/** Voids what codes were mailed earlier. */
export const dropCode = (db: Db, key: string) => db.deleteFrom('otps').where('email', 'in', both(key)).execute()

const hashOfCode = async (db: Db, key: string, code: string) => keyedHash(await ownSecret(db, 'otp'), `${key} ${code}`)

const latestEnd = () => isoNow(CODE_MINUTES * 60_000)
