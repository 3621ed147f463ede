import { dropSecrets } from '../../auth/one-time.ts'
import { codeKeys, dropCode } from '../../auth/one-time-codes.ts'
import { forgetPlaces } from '../../auth/rate-limit.ts'
import { noteEvent } from '../../auth/security-events.ts'
import { strangersStartOf } from '../../auth/strangers-start.ts'
import type { Db } from '../../db/schema.ts'
import { type AnyChange, whoAndWhere } from '../../records/open-change.ts'
import { recordFacts } from '../../records/plan/sources/facts.ts'
import type { Own } from '../../records/record-tables.ts'
import { mailLater } from '../letters.ts'
import { findAnyAdmin } from './account.repository.ts'

export const ADMIN_PASSWORD_MAIL = 'admin-password-changed'
type Changed = { admin_id: string }

/**
 * Stores the hash of an administrator's new password with an activity entry, voids previously mailed codes, forgets
 * known browsers and a requested new address, and enqueues a mail about it. Call it in a transaction.
 */
export async function setPassword(
  db: Db,
  change: AnyChange,
  admin_id: string,
  values: Partial<Own<'admins'>> & { password_hash: string },
) {
  const { email } = await findAnyAdmin(db, admin_id)
  await recordFacts(db, 'admins', admin_id, values, change)
  await dropCode(db, codeKeys.adminReset(email))
  await forgetPlaces(db, { action: 'guess', account: email })
  await dropSecrets(db, 'new_address', { subject: admin_id })
  const since = await strangersStartOf(db, admin_id, change.session)
  await noteEvent(db, { kind: 'password_changed', adminId: admin_id, ...whoAndWhere(change), since })
  await mailLater(db, ADMIN_PASSWORD_MAIL, { admin_id } satisfies Changed)
}

/** The mail of setPassword: tells the administrator, who may not have done it. */
export async function mailAdminPasswordChanged(db: Db, { admin_id }: Changed) {
  const { name, email } = await findAnyAdmin(db, admin_id)
  return {
    to: email,
    subject: 'Your password was changed',
    text: [
      `Hello ${name},`,
      'the password of your account in the RV Owner Back-Office was changed.',
      'If it was not you, change it at once: choose Forgot Password? on the login page.',
    ],
  }
}
