import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { refused } from '../../errors.ts'
import { enqueue } from '../../jobs/jobs.ts'
import type { Mailer } from '../../outside/mail/mailer.ts'
import { ownSecret } from '../../secrets/own-secrets.ts'
import { hashPassword } from '../../secrets/passwords.ts'
import { countAttempt, forgiveAttempt } from '../../secrets/rate-limit.ts'
import { endSessions } from '../../secrets/sessions.ts'
import { keyedHash, randomCode, sameSecret } from '../../secrets/tokens.ts'
import { findAdminByEmail } from './account.repository.ts'
import { setPassword } from './password-changed.service.ts'

const MINUTES_VALID = 10
const MAX_ATTEMPTS = 5
const WRONG_OTP = 'Invalid OTP, please enter the valid OTP'

export const RESET_CODE_MAIL = 'mail-reset-code'
type ResetCode = { email: string; code: string }

/**
 * Creates a one-time code and enqueues a mail. Whether the address has an account is only looked up when the mail is
 * sent, so that this call takes the same time either way. Throws 429.
 */
export async function sendResetCode({ db, lookForJobs }: Deps, typedEmail: string, address: string) {
  const email = typedEmail.toLowerCase()
  await countAttempt(db, { action: 'forgot', account: email, address })
  const code = randomCode()
  const secret = await ownSecret(db, 'otp')
  const otp = {
    code_hash: keyedHash(secret, `${email} ${code}`),
    expires_at: latestEnd(),
    tries: 0,
  }
  await inTransaction(db, async (db) => {
    await db
      .insertInto('otps')
      .values({ email, ...otp })
      .onConflict((conflict) => conflict.column('email').doUpdateSet(otp))
      .execute()
    await enqueue(db, RESET_CODE_MAIL, { email, code } satisfies ResetCode)
  })
  lookForJobs()
}

/**
 * The job of sendResetCode: mails the code to the administrator with that address, if there is one. A code that has
 * expired or was replaced meanwhile is not mailed.
 */
export async function mailResetCode(db: Db, mail: Mailer, { email, code }: ResetCode) {
  const admin = await findAdminByEmail(db, email)
  if (!admin || !(await isCurrent(db, email, code))) return
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

async function isCurrent(db: Db, email: string, code: string) {
  const otp = await db.selectFrom('otps').selectAll().where('email', '=', email).executeTakeFirst()
  const hash = keyedHash(await ownSecret(db, 'otp'), `${email} ${code}`)
  return otp !== undefined && otp.code_hash === hash && otp.expires_at > new Date().toISOString()
}

/**
 * Sets a new password with a mailed code and ends all sessions of the account. Throws 422 with the same message for a
 * wrong, used or expired code, and 429 after too many attempts.
 */
export async function resetPassword(
  { db, log, lookForJobs }: Deps,
  fields: { email: string; otp: string; new_password: string },
  address: string,
) {
  const email = fields.email.toLowerCase()
  const attempt = { action: 'guess', account: email, address } as const
  await countAttempt(db, attempt)
  const codeHash = keyedHash(await ownSecret(db, 'otp'), `${email} ${fields.otp}`)
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
    await setPassword(db, { _id: admin.id }, passwordHash)
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
