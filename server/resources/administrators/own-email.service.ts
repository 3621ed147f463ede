import { EMAIL_HOURS, SAME_EMAIL } from '#contract/account.ts'
import { LINK_GONE } from '#contract/fields.ts'
import { LINK_HOURS, makeFactorLink, NEW_ADDRESS } from '../../auth/factor-links.ts'
import { findSecret, keepSecret, renewSecret, takeSecret } from '../../auth/one-time.ts'
import { codeKeys, dropCode } from '../../auth/one-time-codes.ts'
import { countAttempt, forgetPlaces, resetAttempts } from '../../auth/rate-limit.ts'
import { noteEvent, type Place } from '../../auth/security-events.ts'
import { type Session, sessionIdOf } from '../../auth/sessions.ts'
import { strangersStart } from '../../auth/strangers-start.ts'
import { randomToken, sha256 } from '../../auth/tokens.ts'
import { newId } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { refused } from '../../errors.ts'
import { setDetails, type Write, whoAndWhere } from '../../records/open-change.ts'
import { recordFacts } from '../../records/plan/sources/facts.ts'
import { findActiveAdmin, findAdmin, findAnyAdmin } from '../account/account.repository.ts'
import { noteMailProblem } from '../account/undelivered.service.ts'
import { linkTo, mailLater, type Writing } from '../letters.ts'
import { refuseKnown, releaseEmail } from './administrators.service.ts'

export const CONFIRM_EMAIL_MAIL = 'confirm-email'
export const EMAIL_CHANGED_MAIL = 'email-changed'
type EmailRequest = { admin_id: string; request: string }
/** `at` is when, `since` when the session that began it was opened; jobs of earlier releases have neither. */
type Changed = { admin_id: string; before: string; at?: string | undefined; since?: string | undefined }

type NewAddress = { email: string }
const emailIn = ({ about }: { about: string }) => (JSON.parse(about) as NewAddress).email

/** The new address that an administrator has yet to confirm. */
export async function addressToConfirm(db: Db, adminId: string) {
  const asked = await findSecret(db, 'new_address', { subject: adminId })
  return asked && emailIn(asked)
}

/**
 * Starts changing an administrator's own address: enqueues a mail with a link to the new one, replacing any earlier
 * one. Throws 422 for the same address and for another administrator's, and 429.
 */
export async function askForEmail(
  { db }: Deps,
  typed: string,
  { actor, tokenHash }: Session,
  { address }: Place,
  write: <Answer>(work: (db: Db) => Promise<Answer>) => Promise<Answer>,
) {
  const email = typed.toLowerCase()
  await countAttempt(db, { action: 'forgot', account: email, address })
  await write(async (db) => {
    const admin = await findAdmin(db, actor._id)
    if (admin.email === email) throw refused('email', SAME_EMAIL)
    await refuseKnown(db, email, { mayBeInvited: true })
    const request = `${await sessionIdOf(db, tokenHash)} ${newId()}`
    const whose = { subject: admin.id, whose: admin.id, request }
    await keepSecret(db, { purpose: 'new_address', ...whose, about: JSON.stringify({ email } satisfies NewAddress) })
    await mailLater(db, CONFIRM_EMAIL_MAIL, { admin_id: admin.id, request } satisfies EmailRequest)
  })
}

/** The mail of askForEmail. Each attempt makes a new link; the last mail has the valid one. */
export async function mailConfirmEmail(db: Db, { admin_id, request }: EmailRequest, { write, publicUrl }: Writing) {
  const token = randomToken()
  const asked = await write(db, (db) => renewSecret(db, 'new_address', { subject: admin_id, request }, sha256(token)))
  if (!asked) return
  const { name } = await findAnyAdmin(db, admin_id)
  return {
    to: emailIn(asked),
    subject: 'Please confirm your new email address',
    text: [
      `Hello ${name},`,
      'to sign in to the RV Owner Back-Office with this address from now on, open this link:',
      linkTo(publicUrl, 'confirm-email', token),
      `It works once, within ${EMAIL_HOURS} hours. If you did not ask for it, you can ignore this email.`,
    ],
  }
}

/**
 * Changes the address with the link mailed to it, and tells the old one. Throws 422 for a link that no longer works and
 * for an address that is now someone else's, and 429.
 */
export async function confirmEmail({ db }: Deps, token: string, { address }: Place, write: Write) {
  const token_hash = sha256(token)
  const attempt = { action: 'guess', account: `email ${token_hash}`, address } as const
  await countAttempt(db, attempt)
  await write(async (db, change) => {
    const asked = await takeSecret(db, 'new_address', { hash: token_hash })
    const admin = asked && (await findActiveAdmin(db, asked.subject))
    if (!admin) throw refused('token', LINK_GONE, 'expired')
    const email = emailIn(asked)
    await releaseEmail(db, await refuseKnown(db, email, { mayBeInvited: true }))
    const [session_id = ''] = (asked.request ?? '').split(' ')
    const session = db.selectFrom('sessions').select('created_at').where('id', '=', session_id)
    const since = (await session.executeTakeFirst())?.created_at
    setDetails(change, { actor: { _id: admin.id, kind: 'admin' } })
    await recordFacts(db, 'admins', admin.id, { email }, change)
    // Rejections were for the previous address.
    await noteMailProblem(db, 'admins', admin.id, null)
    await dropCode(db, codeKeys.adminReset(admin.email))
    await forgetPlaces(db, { action: 'guess', account: admin.email })
    const detail = `From ${admin.email} to ${email}`
    await noteEvent(db, {
      kind: 'email_changed',
      adminId: admin.id,
      ...whoAndWhere(change),
      detail,
      ...(since !== undefined && { since: await strangersStart(db, admin.id, since) }),
    })
    const changed = { admin_id: admin.id, before: admin.email, at: change.at, since }
    await mailLater(db, EMAIL_CHANGED_MAIL, changed satisfies Changed)
    await resetAttempts(db, attempt)
  })
}

/** The mail of confirmEmail: tells the previous address, with a link that restores it. */
export async function mailEmailChanged(
  db: Db,
  { admin_id, before, at, since }: Changed,
  { write, publicUrl }: Writing,
) {
  const { name } = await findAnyAdmin(db, admin_id)
  const token = await write(db, (db) => makeFactorLink(db, { admin_id, factor: NEW_ADDRESS, email: before, at, since }))
  return {
    to: before,
    subject: 'Your email address was changed',
    text: [
      `Hello ${name},`,
      'your account in the RV Owner Back-Office now has a different email address; you can no longer sign in with this one.',
      `If this was not you, open this link:\n\n${linkTo(publicUrl, 'not-me', token)}`,
      `It brings this address back, ends all sessions and lets you choose a new password. It works once, within ${LINK_HOURS} hours.`,
    ],
  }
}
