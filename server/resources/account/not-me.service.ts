import { LINK_GONE } from '#contract/fields.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { refused } from '../../errors.ts'
import { type OpenChange, specify, whoAndWhere } from '../../records/open-change.ts'
import { endSessions } from '../../secrets/ended-sessions.ts'
import { spendFactorLink } from '../../secrets/factor-links.ts'
import { forgetBrowsers } from '../../secrets/known-browsers.ts'
import { hashPassword } from '../../secrets/passwords.ts'
import { countAttempt, forgiveAttempt } from '../../secrets/rate-limit.ts'
import { noteEvent, type Place } from '../../secrets/security-events.ts'
import { randomToken, sha256 } from '../../secrets/tokens.ts'
import { dropLaterMoves } from '../administrators/own-email.service.ts'
import { dropFactorsSince } from '../second-factor/factors.ts'
import { findAnyAdmin, isTaken } from './account.repository.ts'
import { mailCode } from './forgotten-password.service.ts'
import { setPassword } from './password-changed.service.ts'

/** Where the link was mailed, as the address may have been changed by the stranger; unless somebody else has it by now. */
async function addressOf(db: Db, { admin_id, email }: { admin_id: string; email: string }) {
  const admin = await findAnyAdmin(db, admin_id)
  return admin.email === email || (await isTaken(db, email)) ? admin.email : email
}

/**
 * Takes back what a stranger has done with somebody's password: removes the second factor that the mail told of and those
 * added since, the recovery codes, all sessions, the password and a new address, and mails a code for a new one to the address that it
 * returns. Throws 422 for a link that does not work, and 429.
 */
export async function takeBack({ db, lookForJobs }: Deps, token: string, { address }: Place, change: OpenChange) {
  const attempt = { action: 'guess', account: `factor ${sha256(token)}`, address } as const
  await countAttempt(db, attempt)
  const password_hash = await hashPassword(randomToken())
  const email = await inTransaction(db, async (db) => {
    const link = await spendFactorLink(db, token)
    if (!link) throw refused('token', LINK_GONE)
    specify(change, { actor: { _id: link.admin_id } })
    const left = await dropFactorsSince(db, change, link)
    const before = await findAnyAdmin(db, link.admin_id)
    const email = await addressOf(db, link)
    await dropLaterMoves(db, link.admin_id, link.mailedAt)
    const about = { adminId: link.admin_id, ...whoAndWhere(change) }
    await noteEvent(db, { kind: 'session_ended', ...about, detail: 'All, by the link in an email' })
    if (email !== before.email) {
      await noteEvent(db, { kind: 'email_changed', ...about, detail: `Back from ${before.email} to ${email}` })
    }
    await setPassword(db, change, link.admin_id, { password_hash, ...left, email })
    await endSessions(db, link.admin_id)
    await forgetBrowsers(db, link.admin_id)
    await forgiveAttempt(db, attempt)
    // Never to where a stranger reads it.
    if (email === link.email) await mailCode(db, email)
    return link.email
  })
  lookForJobs()
  return { email }
}
