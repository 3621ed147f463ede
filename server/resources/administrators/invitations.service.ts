import type { z } from 'zod'
import { type acceptFields, INVITATION_GONE, INVITATION_HOURS } from '#contract/administrators.ts'
import { dropSecrets, keepSecret, renewSecret } from '../../auth/one-time.ts'
import { hashChosenPassword } from '../../auth/passwords.ts'
import { countAttempt, resetAttempts } from '../../auth/rate-limit.ts'
import { randomToken, sha256 } from '../../auth/tokens.ts'
import { HOUR, isoNow, newId } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { refused } from '../../errors.ts'
import { setDetails, type Write } from '../../records/open-change.ts'
import { setColumns } from '../../records/plan/sources/acts.ts'
import { noteMailProblem } from '../account/undelivered.service.ts'
import { linkTo, mailLater, type Writing } from '../letters.ts'
import { tellTeam } from './team-mails.service.ts'

export const INVITATION_MAIL = 'invitation'
type Invitation = { admin_id: string; request: string }

/** When an invitation sent now expires. */
export const endOfInvitation = () => isoNow(INVITATION_HOURS * HOUR)

/** Enqueues the mail of an invitation; a previously mailed link stops working. Call it in a transaction. */
export async function mailAgain(db: Db, admin_id: string) {
  const request = await storeInvitation(db, admin_id, null)
  await mailLater(db, INVITATION_MAIL, { admin_id, request } satisfies Invitation)
}

/** Makes an invitation's link right away, for someone who cannot be reached by mail. Call it in a transaction. */
export async function makeLink(db: Db, admin_id: string, publicUrl: string) {
  const token = randomToken()
  await storeInvitation(db, admin_id, sha256(token))
  return linkTo(publicUrl, 'accept-invitation', token)
}

async function storeInvitation(db: Db, admin_id: string, hash: string | null) {
  const request = newId()
  await keepSecret(db, { purpose: 'invitation', subject: admin_id, whose: admin_id, request, hash })
  await noteMailProblem(db, 'admins', admin_id, null)
  return request
}

/**
 * The mail of mailAgain: makes the token, stores its hash and mails the link. Each attempt makes a new one; the last
 * mail has the valid one. Nothing is mailed for an invitation that was sent again, withdrawn or accepted.
 */
export async function mailInvitation(db: Db, { admin_id, request }: Invitation, { write, publicUrl }: Writing) {
  const token = randomToken()
  const invited = await write(db, async (db) => {
    const stored = await renewSecret(db, 'invitation', { subject: admin_id, request }, sha256(token))
    return stored && openInvitations(db).where('admins.id', '=', admin_id).executeTakeFirst()
  })
  if (!invited) return
  return {
    to: invited.email,
    subject: 'Your invitation',
    text: [
      `Hello ${invited.name},`,
      'you are invited to the RV Owner Back-Office. Please choose your password here:',
      linkTo(publicUrl, 'accept-invitation', token),
      `The link works once, within ${INVITATION_HOURS} hours. If you did not expect it, you can ignore this email.`,
    ],
  }
}

/** Acceptable invitations. One that ends later was made while the clock was ahead. */
const openInvitations = (db: Db) =>
  db
    .selectFrom('one_time_secrets')
    .innerJoin('admins', 'admins.id', 'one_time_secrets.subject')
    .select(['admins.id', 'admins.name', 'admins.email'])
    .where('purpose', '=', 'invitation')
    .where('admins.status', '=', 'INVITED')
    .where('admins.invited_until', '>', isoNow())
    .where('admins.invited_until', '<=', endOfInvitation())

async function findByToken(db: Db, token: string) {
  const invited = await openInvitations(db).where('hash', '=', sha256(token)).executeTakeFirst()
  if (!invited) throw refused('token', INVITATION_GONE, 'expired')
  return invited
}

const attemptWith = (token: string, address: string) =>
  ({ action: 'guess', account: `invitation ${sha256(token)}`, address }) as const

/** Who an invitation is for. Throws 422 with one message for any link that does not work, and 429. */
export async function readInvitation({ db }: Deps, token: string, address: string) {
  const attempt = attemptWith(token, address)
  await countAttempt(db, attempt)
  const { name, email } = await findByToken(db, token)
  await inTransaction(db, (db) => resetAttempts(db, attempt))
  return { name, email }
}

/** Accepts an invitation with a name and a password, once. Throws as readInvitation does. */
export async function acceptInvitation(
  { db, log }: Deps,
  { token, name, new_password }: z.output<typeof acceptFields>,
  address: string,
  write: Write,
) {
  const attempt = attemptWith(token, address)
  await countAttempt(db, attempt)
  // Before the link is checked, so that the answer takes as long for every link.
  const password_hash = await hashChosenPassword(new_password)
  const admin = await write(async (db, change) => {
    const { id } = await findByToken(db, token)
    setDetails(change, { actor: { _id: id, kind: 'admin' } })
    await setColumns(db, 'admins', id, { name, password_hash, status: 'ACTIVE', invited_until: null }, change)
    await dropSecrets(db, 'invitation', { subject: id })
    await resetAttempts(db, attempt)
    const told = (_by: string, person: string) => `${person} accepted the invitation and can sign in from now on.`
    await tellTeam(db, change, { about: id, told })
    return id
  })
  log.info({ admin, address }, 'an invitation was accepted')
}
