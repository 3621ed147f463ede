import { WRONG_OTP } from '#contract/fields.ts'
import { endSessions } from '../../auth/ended-sessions.ts'
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
import { noteEvent } from '../../auth/security-events.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { refused } from '../../errors.ts'
import { setDetails, type Write } from '../../records/open-change.ts'
import { mailSoon, type Writing } from '../letters.ts'
import { findAdminByEmail } from './account.repository.ts'
import { setPassword } from './password-changed.service.ts'

const keyOf = codeKeys.adminReset

export const RESET_CODE_MAIL = 'reset-code'
type ResetCode = { email: string; request: string }

/**
 * Enqueues a mail with a one-time code; any older code becomes invalid. Whether the address has an account is only
 * checked when the mail is sent, so that this call takes the same time either way. Throws 429.
 */
export async function sendResetCode({ db }: Deps, typedEmail: string, { address, id }: Browser) {
  const email = typedEmail.toLowerCase()
  await countRequest(db, { action: 'forgot', account: email, address, browser: id })
  await inTransaction(db, (db) => mailCode(db, email, id))
}

/**
 * Enqueues a mail with a one-time code for a new password, requested by the browser with this id; older codes stop
 * working. Call it in a transaction.
 */
export async function mailCode(db: Db, email: string, browser: string | undefined) {
  const request = await requestCode(db, keyOf(email), browser)
  await mailSoon(db, RESET_CODE_MAIL, { email, request } satisfies ResetCode)
}

/**
 * The mail of sendResetCode: makes a code and mails it to the active administrator with that address, if there is one.
 */
export async function mailResetCode(db: Db, { email, request }: ResetCode, { write }: Writing) {
  const admin = await findAdminByEmail(db, email)
  if (!admin) return
  const code = await write(db, (db) => makeCode(db, keyOf(email), request))
  if (code === undefined) return
  return {
    to: admin.email,
    subject: 'Your code to reset the password',
    text: [
      `Hello ${admin.name},`,
      `your code to reset the password of the RV Owner Back-Office is ${code}`,
      `It works once, within ${CODE_MINUTES} minutes. If you did not ask for it, you can ignore this email.`,
    ],
  }
}

/**
 * Sets a new password with a mailed code and ends all sessions of the account. Throws 422 with the same message for a
 * wrong, used or expired code, for a common password without using up the code, and 429 after too many attempts.
 */
export async function resetPassword(
  { db, log }: Deps,
  fields: { email: string; otp: string; new_password: string },
  browser: Browser,
  write: Write,
) {
  const { address, id } = browser
  const email = fields.email.toLowerCase()
  const attempt = { action: 'guess', account: email, address, browser: id } as const
  refuseCommon(fields.new_password)
  if (!(await askedForCode(db, keyOf(email), id))) await countCodeTry(db, attempt)
  const codeHash = await tryCode(db, keyOf(email), fields.otp, id)
  if (codeHash === undefined) {
    log.warn({ address }, 'a code was refused')
    const adminId = (await findAdminByEmail(db, email))?.id
    await noteEvent(db, { kind: 'sign_in_failed', adminId, place: browser, detail: 'Wrong code for a new password' })
    throw refused('otp', WRONG_OTP, 'wrong')
  }

  const password_hash = await hashPassword(fields.new_password)
  await write(async (db, change) => {
    const isSpent = await consumeCode(db, keyOf(email), codeHash)
    const admin = await findAdminByEmail(db, email)
    // Another reset with the same code may have come first.
    if (!isSpent || !admin) throw refused('otp', WRONG_OTP, 'wrong')
    setDetails(change, { actor: { _id: admin.id, kind: 'admin' } })
    await setPassword(db, change, admin.id, { password_hash })
    await resetAttempts(db, attempt)
    await endSessions(db, admin.id)
  })
}
