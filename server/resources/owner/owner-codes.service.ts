import { WRONG_OTP } from '#contract/fields.ts'
import type { Language } from '#contract/french.ts'
import { endAppSessions } from '../../auth/app-sessions.ts'
import type { Browser } from '../../auth/known-browsers.ts'
import {
  askedForCode,
  CODE_MINUTES,
  codeKeys,
  consumeCode,
  makeCode,
  requestCode,
  tryCode,
} from '../../auth/one-time-codes.ts'
import { hashPassword, refuseCommon } from '../../auth/passwords.ts'
import { countCodeTry, countRequest, resetAttempts } from '../../auth/rate-limit.ts'
import type { Db } from '../../db/schema.ts'
import { textKey } from '../../db/search/text-key.ts'
import type { Deps } from '../../deps.ts'
import { refused } from '../../errors.ts'
import { type OpenChange, setDetails, type Write } from '../../records/open-change.ts'
import { recordFacts } from '../../records/plan/sources/facts.ts'
import { mailSoon, type Writing } from '../letters.ts'
import { enqueuePasswordChanged, setUserPassword } from '../users/users.service.ts'
import { findOwnerByEmail, type OwnerRow } from './owner-account.repository.ts'

export const OWNER_RESET_MAIL = 'owner-reset-code'
export const CONFIRMATION_MAIL = 'confirmation-code'
type CodeRequest = { email: string; request: string; language: Language | null }
/** The caller, and the language that the call asks for. */
export type Asking = Browser & { language: Language | null }

type Writes = <Answer>(work: (db: Db) => Promise<Answer>) => Promise<Answer>
type Purpose = 'ownerReset' | 'ownerConfirmation'

const keyOf = (purpose: Purpose, email: string) => codeKeys[purpose](textKey(email))
const WORKS = `It works once, within ${CODE_MINUTES} minutes. If you did not ask for it, you can ignore this email.`

/** How an owner signs in, in words. */
export function signInMethods({ type, password_hash }: Pick<OwnerRow, 'type' | 'password_hash'>) {
  if (type !== 'SIMPLE') return `with ${type[0]}${type.slice(1).toLowerCase()}`
  return password_hash === null ? 'with a new password, which “Forgot password” gives you' : 'with your password'
}

/** Enqueues a mail with a code for setting a new password. Does the same for every address, and throws 429. */
export const sendOwnerReset = (deps: Deps, email: string, caller: Asking, write: Writes) =>
  send(deps, 'ownerReset', OWNER_RESET_MAIL, email, caller, write)

/** Enqueues a mail with a code that confirms the address. Does the same for every address, and throws 429. */
export const sendConfirmation = (deps: Deps, email: string, caller: Asking, write: Writes) =>
  send(deps, 'ownerConfirmation', CONFIRMATION_MAIL, email, caller, write)

async function send(
  { db }: Deps,
  purpose: Purpose,
  mail: string,
  email: string,
  { address, id, language }: Asking,
  write: Writes,
) {
  await countRequest(db, { action: 'app-forgot', account: email, address, browser: id })
  await write(async (db) => {
    const request = await requestCode(db, keyOf(purpose, email), id, { keepsEarlier: true })
    await mailSoon(db, mail, { email, request, language } satisfies CodeRequest)
  })
}

/** The mail of sendOwnerReset. Owners who sign in through a social network have no password, and are told so. */
export async function mailOwnerReset(db: Db, { email, request }: CodeRequest, { write }: Writing) {
  const owner = await findOwnerByEmail(db, email)
  if (owner?.status !== 1) return
  const code = await write(db, (db) => makeCode(db, keyOf('ownerReset', email), request))
  if (code === undefined) return
  const words =
    owner.type === 'SIMPLE'
      ? [`your code to reset the password of the RV owner app is ${code}`, WORKS]
      : [`your account in the RV owner app has no password. Please sign in ${signInMethods(owner)}.`]
  return { to: owner.email, subject: 'Your code to reset the password', text: ['Hello,', ...words] }
}

/** The mail of sendConfirmation. Nothing is mailed for a confirmed address. */
export async function mailConfirmation(db: Db, { email, request }: CodeRequest, { write }: Writing) {
  const owner = await findOwnerByEmail(db, email)
  if (owner?.status !== 1 || owner.email_confirmed === 1) return
  const code = await write(db, (db) => makeCode(db, keyOf('ownerConfirmation', email), request))
  if (code === undefined) return
  const words = [`your code to confirm this address for the RV owner app is ${code}`, WORKS]
  return { to: owner.email, subject: 'Your code to confirm this address', text: ['Hello,', ...words] }
}

/**
 * Sets a new password with a mailed code, which also confirms the address, and ends all sessions of the owner. Throws
 * 422 with the same message for every code that does not work, and 429.
 */
export async function resetOwnerPassword(
  deps: Deps,
  fields: { email: string; otp: string; new_password: string },
  caller: Asking,
  write: Write,
) {
  refuseCommon(fields.new_password)
  const reset = await readCode(deps, 'ownerReset', fields, caller)
  const password_hash = await hashPassword(fields.new_password)
  await write(async (db, change) => {
    const { id } = await reset.spend(db, change)
    await setUserPassword(db, id, { password_hash, must_change_password: 0, email_confirmed: 1 }, change)
    await endAppSessions(db, [id])
    await enqueuePasswordChanged(db, id, caller.language)
  })
}

/** Confirms an address with a mailed code. Throws as resetOwnerPassword does. */
export async function confirmEmail(deps: Deps, fields: { email: string; otp: string }, caller: Browser, write: Write) {
  const confirmation = await readCode(deps, 'ownerConfirmation', fields, caller)
  await write(async (db, change) => {
    const { id } = await confirmation.spend(db, change)
    await recordFacts(db, 'users', id, { email_confirmed: 1 }, change)
  })
}

/**
 * Checks a code. `spend` uses it up, in the transaction that relies on it: the owner is then the author of the change.
 */
async function readCode(
  { db, log }: Deps,
  purpose: Purpose,
  { email, otp }: { email: string; otp: string },
  { address, id }: Browser,
) {
  const attempt = { action: 'app-guess', account: email, address, browser: id } as const
  const key = keyOf(purpose, email)
  if (!(await askedForCode(db, key, id))) await countCodeTry(db, attempt)
  const codeHash = await tryCode(db, key, otp, id)
  if (codeHash === undefined) {
    log.warn({ address }, 'a code was refused')
    throw refused('otp', WRONG_OTP, 'wrong')
  }
  return {
    async spend(db: Db, change: OpenChange) {
      const isSpent = await consumeCode(db, key, codeHash)
      const owner = await findOwnerByEmail(db, email)
      // Another call with the same code may have come first, or the account have been turned off.
      if (!isSpent || owner?.status !== 1 || owner.type !== 'SIMPLE') throw refused('otp', WRONG_OTP, 'wrong')
      await resetAttempts(db, attempt)
      setDetails(change, { actor: { _id: owner.id, kind: 'user' } })
      return owner
    },
  }
}
