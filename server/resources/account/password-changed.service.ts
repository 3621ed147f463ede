import type { Db } from '../../db/schema.ts'
import { enqueue } from '../../jobs/jobs.ts'
import type { Mailer } from '../../outside/mail/mailer.ts'
import { changeRecord } from '../../records/change.ts'
import type { OpenChange } from '../../records/open-change.ts'
import { findAdmin, findAnyAdmin } from './account.repository.ts'

export const ADMIN_PASSWORD_MAIL = 'mail-admin-password-changed'
type Changed = { admin_id: string }

/**
 * Stores the hash of an administrator's new password with an activity entry, makes codes worthless that were mailed
 * before, and enqueues a mail that tells of it. Call it in a transaction.
 */
export async function setPassword(db: Db, change: OpenChange, passwordHash: string) {
  const { email } = await findAdmin(db, change.actor._id)
  await changeRecord(db, 'admins', change.actor._id, { password_hash: passwordHash }, change)
  await db.deleteFrom('otps').where('email', '=', email).execute()
  await enqueue(db, ADMIN_PASSWORD_MAIL, { admin_id: change.actor._id } satisfies Changed)
}

/** The job of setPassword: tells the administrator, who may not be the one who did it. */
export async function mailAdminPasswordChanged(db: Db, mail: Mailer, { admin_id }: Changed) {
  const { name, email } = await findAnyAdmin(db, admin_id)
  await mail({
    to: email,
    subject: 'Your password was changed',
    text: [
      `Hello ${name},`,
      'the password of your account in the RV Owner Back-Office was changed.',
      'If it was not you, set another one at once: choose Forgot Password? on the login page.',
    ].join('\n\n'),
  })
}
