import { LINK_GONE } from '#contract/fields.ts'
import { type SignedInSession } from '#contract/sign-in.ts'
import { endSession, endSessions } from '../../auth/ended-sessions.ts'
import { type Browser, forgetBrowser } from '../../auth/known-browsers.ts'
import { passwordMatches } from '../../auth/passwords.ts'
import { countAttempt, forgetPlaces, resetAttempts } from '../../auth/rate-limit.ts'
import { noteEvent, type Place } from '../../auth/security-events.ts'
import { livingSessions, renewToken, type Session } from '../../auth/sessions.ts'
import { strangersStart } from '../../auth/strangers-start.ts'
import { sha256 } from '../../auth/tokens.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError, notFound, refused } from '../../errors.ts'
import { type OpenChange, whoAndWhere } from '../../records/open-change.ts'
import { mailTeam } from '../administrators/team-mails.service.ts'
import { endKeysSince } from '../keys/keys.service.ts'
import {
  type Credential,
  checkPasskey,
  optionsToAsk,
  spendPasskey,
  wrongPasskey,
} from '../second-factor/passkeys.service.ts'
import { endWebhooksSince, pauseWebhooksSince } from '../webhooks/webhooks.service.ts'
import { findAdmin, findAnyAdmin } from './account.repository.ts'

const ENDED = 'The session has been ended.'
const WRONG_PASSWORD = 'The password is wrong.'

/** Where an administrator is signed in: this session first, then the last used. */
export async function listSessions(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  { tokenHash, actor }: Session,
): Promise<SignedInSession[]> {
  const sessions = await livingSessions(db, actor._id, settings)
  return sessions
    .map(({ id, token_hash, ...session }) => ({ _id: id, ...session, is_current: token_hash === tokenHash }))
    .toSorted((one, other) => Number(other.is_current) - Number(one.is_current))
}

/** Ends one of an administrator's sessions, or all others. Throws 404. Call it in a transaction. */
export async function endOwn(db: Db, id: string | undefined, { tokenHash, actor }: Session, change: OpenChange) {
  const adminId = actor._id
  const note = (detail: string) => noteEvent(db, { kind: 'session_ended', adminId, ...whoAndWhere(change), detail })
  if (id === undefined) {
    await endSessions(db, adminId, tokenHash)
    return note('All other sessions')
  }
  const ended = await endSession(db, { id, admin_id: adminId })
  if (!ended) throw notFound('This session')
  return note(`On ${ended.device}`)
}

/**
 * Ends the session that a mail told about and all others of the same browser, forgets that browser, and ends the keys
 * and webhooks that its user may have added. Returns what to say. Throws 422 for a link that no longer works, and 429.
 */
export async function endByLink({ db, log }: Deps, token: string, place: Place) {
  const { address } = place
  const end_hash = sha256(token)
  const attempt = { action: 'guess', account: `session ${end_hash}`, address } as const
  await countAttempt(db, attempt)
  const { admin, programs, hasPaused } = await inTransaction(db, async (db) => {
    const ended = await endSession(db, { end_hash })
    if (!ended) throw refused('token', LINK_GONE, 'expired')
    const { admin_id, browser } = ended
    const since = await strangersStart(db, admin_id, ended.created_at)
    if (browser) {
      await forgetBrowser(db, browser)
      await endSession(db, { admin_id, browser })
    }
    const { name, email } = await findAnyAdmin(db, admin_id)
    await forgetPlaces(db, { action: 'guess', account: email })
    await resetAttempts(db, attempt)
    await noteEvent(db, { kind: 'session_ended', adminId: admin_id, place, detail: 'By the link in an email' })
    const keys = (await endKeysSince(db, admin_id, since)).map((key) => `- the key “${key}”`)
    const webhooks = (await endWebhooksSince(db, admin_id, since)).map((host) => `- the webhook to ${host}`)
    const paused = (await pauseWebhooksSince(db, admin_id, since)).map((host) => `- the webhook to ${host}, paused`)
    const programs = [...keys, ...webhooks, ...paused]
    if (programs.length)
      await mailTeam(db, [`${name} ended a session that was someone else’s. With it went:`, ...programs].join('\n'))
    return { admin: admin_id, programs: programs.length, hasPaused: paused.length > 0 }
  })
  log.info({ admin, address, programs }, 'a session was ended by its mailed link')
  if (!programs) return ENDED
  return `${ENDED} The keys and webhooks that were ${hasPaused ? 'added or changed with it have been ended or paused' : 'added with it have been ended'} too.`
}

/** What the browser needs to ask for a passkey as proof. */
export const optionsToProve = (deps: Deps, { tokenHash, actor }: Session) =>
  optionsToAsk(deps, { key: `prove ${tokenHash}`, adminId: actor._id, replacesPassword: true })

/**
 * Re-authenticates with the password or a passkey, and returns the session's new token. Throws 422 for a wrong one, and
 * 429: it counts as a try to sign in.
 */
export async function prove(
  deps: Deps,
  { password, credential }: { password?: string | undefined; credential?: Credential | undefined },
  { tokenHash, actor }: Session,
  place: Browser,
) {
  const { db, log } = deps
  const { address } = place
  const { email, password_hash } = await findAdmin(db, actor._id)
  const attempt = { action: 'guess', account: email, address, browser: place.id } as const
  await countAttempt(db, attempt)
  try {
    const passkey =
      credential && (await checkPasskey(deps, credential, { key: `prove ${tokenHash}`, replacesPassword: true }))
    if (passkey && passkey.admin_id !== actor._id) throw wrongPasskey()
    if (!passkey && !(await passwordMatches(password_hash, password ?? '', email)))
      throw refused('password', WRONG_PASSWORD, 'wrong')
    return await inTransaction(db, async (db) => {
      // Changing the password ends all other sessions: none may be proved afterwards with the previously checked one.
      if ((await findAdmin(db, actor._id)).password_hash !== password_hash)
        throw refused('password', WRONG_PASSWORD, 'wrong')
      if (passkey) {
        await spendPasskey(db, passkey)
        await noteEvent(db, { kind: 'key_used', adminId: actor._id, place, detail: passkey.name })
      }
      await resetAttempts(db, attempt)
      return { token: await renewToken(db, tokenHash) }
    })
  } catch (error) {
    if (!(error instanceof AppError && (error.errors?.password ?? error.errors?.credential))) throw error
    log.warn({ admin: actor._id, address }, 'a proof was refused')
    await noteEvent(db, { kind: 'proof_failed', adminId: actor._id, place })
    throw error
  }
}
