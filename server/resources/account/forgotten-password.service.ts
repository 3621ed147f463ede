import { v7 as newId } from 'uuid'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { refused } from '../../errors.ts'
import { enqueue, type JobContext } from '../../jobs/jobs.ts'
import type { Mailer } from '../../outside/mail/mailer.ts'
import type { OpenChange } from '../../records/open-change.ts'
import { ownSecret } from '../../secrets/own-secrets.ts'
import { hashPassword } from '../../secrets/passwords.ts'
import { countAttempt, forgiveAttempt } from '../../secrets/rate-limit.ts'
import { endSessions } from '../../secrets/sessions.ts'
import { keyedHash, randomCode, randomToken, sameSecret } from '../../secrets/tokens.ts'
import { findAdminByEmail } from './account.repository.ts'
import { setPassword } from './password-changed.service.ts'

const MINUTES_VALID = 10
const MAX_ATTEMPTS = 5
const WRONG_OTP = 'Invalid OTP, please enter the valid OTP'

export const RESET_CODE_MAIL = 'mail-reset-code'
type ResetCode = { email: string; request: string }

/**
 * Enqueues a mail with a one-time code; an older code is no longer valid. Whether the address has an account is only
 * looked up when the mail is sent, so that this call takes the same time either way. Throws 429.
 */
export async function sendResetCode({ db, lookForJobs }: Deps, typedEmail: string, address: string) {
  const email = typedEmail.toLowerCase()
  await countAttempt(db, { action: 'forgot', account: email, address })
  const request = newId()
  // Every address gets a row, or the answer to a code would take longer for those with an account.
  const otp = { code_hash: await hashOfCode(db, email, randomToken()), expires_at: latestEnd(), tries: 0, request }
  await inTransaction(db, async (db) => {
    await db
      .insertInto('otps')
      .values({ email, ...otp })
      .onConflict((conflict) => conflict.column('email').doUpdateSet(otp))
      .execute()
    await enqueue(db, RESET_CODE_MAIL, { email, request } satisfies ResetCode)
  })
  lookForJobs()
}

/**
 * The job of sendResetCode: makes a code, stores its hash and mails it to the administrator with that address, if there
 * is one. Each attempt makes another code; the last mail has the valid one. Nothing is mailed for a request that has
 * expired, was replaced, or whose code was used.
 */
export async function mailResetCode(
  db: Db,
  mail: Mailer,
  { email, request }: ResetCode,
  { write }: Pick<JobContext, 'write'>,
) {
  const admin = await findAdminByEmail(db, email)
  if (!admin) return
  const code = randomCode()
  const code_hash = await hashOfCode(db, email, code)
  const isWanted = await write(db, async (db) => {
    const stored = await db
      .updateTable('otps')
      .set({ code_hash })
      .where('email', '=', email)
      .where('request', '=', request)
      .where('expires_at', '>', new Date().toISOString())
      .returning('email')
      .executeTakeFirst()
    return stored !== undefined
  })
  if (!isWanted) return
  await mail({
    to: admin.email,
    subject: 'Your code to reset the password',
    text: [
      `Hello ${admin.name},`,
      `your code to reset the password of the RV Owner Back-Office is ${code}`,
      `It works once, within ${MINUTES_VALID} minutes. If you did not ask for it, you need not do anything.`,
    ].join('\n\n'),
  })
}

const hashOfCode = async (db: Db, email: string, code: string) =>
  keyedHash(await ownSecret(db, 'otp'), `${email} ${code}`)

/**
 * Sets a new password with a mailed code and ends all sessions of the account. Throws 422 with the same message for a
 * wrong, used or expired code, and 429 after too many attempts.
 */
export async function resetPassword(
  { db, log, lookForJobs }: Deps,
  fields: { email: string; otp: string; new_password: string },
  address: string,
  change: OpenChange,
) {
  const email = fields.email.toLowerCase()
  const attempt = { action: 'guess', account: email, address } as const
  await countAttempt(db, attempt)
  const codeHash = await hashOfCode(db, email, fields.otp)
  if (!(await attemptCode(db, email, codeHash))) {
    log.warn({ address }, 'a code was refused')
    throw refused('otp', WRONG_OTP)
  }

  const passwordHash = await hashPassword(fields.new_password)
  await inTransaction(db, async (db) => {
    const used = await db
      .deleteFrom('otps')
      .where('email', '=', email)
      .where('code_hash', '=', codeHash)
      .returning('email')
      .executeTakeFirst()
    const admin = await findAdminByEmail(db, email)
    // Another reset with the same code may have come first.
    if (!used || !admin) throw refused('otp', WRONG_OTP)
    await forgiveAttempt(db, attempt)
    change.actor = { _id: admin.id }
    await setPassword(db, change, admin.id, { password_hash: passwordHash })
    await endSessions(db, admin.id)
  })
  lookForJobs()
}

/** Counts an attempt before comparing the code, which becomes invalid after five. */
async function attemptCode(db: Db, email: string, codeHash: string) {
  const otp = await db
    .updateTable('otps')
    .set((otp) => ({ tries: otp('tries', '+', 1) }))
    .where('email', '=', email)
    .where('tries', '<', MAX_ATTEMPTS)
    .where('expires_at', '>', new Date().toISOString())
    // A code that lives longer was made while the clock was ahead.
    .where('expires_at', '<=', latestEnd())
    .returning('code_hash')
    .executeTakeFirst()
  return otp !== undefined && sameSecret(otp.code_hash, codeHash)
}

const latestEnd = () => new Date(Date.now() + MINUTES_VALID * 60_000).toISOString()
