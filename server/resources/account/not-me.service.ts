import { LINK_GONE } from '#contract/fields.ts'
import { replaceDraftKey } from '../../auth/draft-keys.ts'
import { endSessions } from '../../auth/ended-sessions.ts'
import { spendFactorLink } from '../../auth/factor-links.ts'
import { type Browser, forgetBrowsers } from '../../auth/known-browsers.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { countAttempt, resetAttempts } from '../../auth/rate-limit.ts'
import { noteEvent } from '../../auth/security-events.ts'
import { strangersStart } from '../../auth/strangers-start.ts'
import { randomToken, sha256 } from '../../auth/tokens.ts'
import { firstIdAt, isoNow } from '../../clock.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { refused } from '../../errors.ts'
import { type OpenChange, setDetails, type Write, whoAndWhere } from '../../records/open-change.ts'
import { recordFacts } from '../../records/plan/sources/facts.ts'
import { holderOf, releaseEmail } from '../administrators/administrators.service.ts'
import { EMAIL_CHANGED_MAIL } from '../administrators/own-email.service.ts'
import { mailTeam, TEAM_MAIL } from '../administrators/team-mails.service.ts'
import { selectChanges, toChange } from '../changes/history/changes.repository.ts'
import { describedChanges } from '../changes/history/described.ts'
import { dropMails } from '../letters.ts'
import { dropFactorsSince, FACTORS_MAIL } from '../second-factor/factors.ts'
import { findActiveAdmin, findAnyAdmin } from './account.repository.ts'
import { mailCode } from './forgotten-password.service.ts'
import { ADMIN_PASSWORD_MAIL, setPassword } from './password-changed.service.ts'
import { findTakeOver, type TakenBack, type TakeOver, takeBackTeam } from './take-over.service.ts'

const TAKEN_BACK = 'The changes have been undone, and all sessions have been ended. Please choose a new password.'
const LOST = 'The changes have been undone, and all sessions have been ended.'
const ADDRESS_LOST = `${LOST} Another administrator now has your email address, so your account has none and is deactivated. Please ask a colleague to invite you under another address.`
const STILL_INACTIVE = `${LOST} A colleague has deactivated your account, so you cannot sign in. Please ask them to activate it.`

const nobodys = (id: string) => `${id}@suspended.invalid`

/**
 * Gives the account back the address that the link was mailed to. A withdrawn or open invitation gives way, and so does
 * an account that the intruder has let in, which gets the current address instead. Returns whether the account has it.
 */
async function giveBackAddress(
  db: Db,
  change: OpenChange,
  link: { admin_id: string; email: string },
  { strangers }: TakeOver,
) {
  const admin = await findAnyAdmin(db, link.admin_id)
  if (admin.email === link.email) return true
  const holder = await holderOf(db, link.email)
  if (holder && !strangers.has(holder.id) && holder.is_deleted !== 1 && holder.status !== 'INVITED') return false
  if (holder && strangers.has(holder.id)) {
    await recordFacts(db, 'admins', holder.id, { email: nobodys(holder.id) }, change)
    await recordFacts(db, 'admins', admin.id, { email: link.email }, change)
    await recordFacts(db, 'admins', holder.id, { email: admin.email }, change)
    return true
  }
  await releaseEmail(db, holder)
  await recordFacts(db, 'admins', admin.id, { email: link.email }, change)
  return true
}

/**
 * Undoes what an intruder did with someone's account: removes the second factor that the mail told about and those
 * added since, the recovery codes, all sessions, the password, a new address, and what was done to the team; and mails
 * a code for a new password. An account whose address cannot be restored is deactivated. The team is told everything.
 * Returns the address the link was mailed to. Throws 422 for a link that does not work, and 429.
 */
export async function takeBack({ db, settings }: Deps, token: string, browser: Browser, write: Write) {
  const attempt = { action: 'guess', account: `factor ${sha256(token)}`, address: browser.address } as const
  await countAttempt(db, attempt)
  const password_hash = await hashPassword(randomToken())
  return write(async (db, change) => {
    const spent = await spendFactorLink(db, token)
    if (!spent) throw refused('token', LINK_GONE, 'expired')
    const link = { ...spent, since: await strangersStart(db, spent.admin_id, spent.since) }
    const { admin_id } = link
    // The change stores this much; the answer says more.
    setDetails(change, { actor: { _id: admin_id, kind: 'admin' }, message: LOST })
    const takeOver = await findTakeOver(db, admin_id, link.since)
    const left = await dropFactorsSince(db, change, link)
    const before = await findAnyAdmin(db, admin_id)
    const about = { adminId: admin_id, ...whoAndWhere(change) }
    await noteEvent(db, { kind: 'session_ended', ...about, detail: 'All, by the link in an email' })
    await setPassword(db, change, admin_id, { password_hash, ...left })
    const taken = await takeBackTeam(db, change, admin_id, takeOver)
    const hasAddress = await giveBackAddress(db, change, link, takeOver)
    if (hasAddress && before.email !== link.email) {
      await noteEvent(db, { kind: 'email_changed', ...about, detail: `Back from ${before.email} to ${link.email}` })
    }
    if (!hasAddress) {
      // After a reactivation, codes must not go to the intruder's address.
      await recordFacts(db, 'admins', admin_id, { status: 'INACTIVE', email: nobodys(admin_id) }, change)
      await dropMails<{ admin_id: string }>(db, [ADMIN_PASSWORD_MAIL], (mail) => mail.admin_id === admin_id)
    }
    for (const id of takeOver.strangers) await dropLaterMails(db, id, id === admin_id ? link.mailedAt : link.since)
    await endSessions(db, admin_id)
    await forgetBrowsers(db, admin_id)
    await replaceDraftKey(db, admin_id)
    await resetAttempts(db, attempt)
    const isActive = (await findActiveAdmin(db, admin_id)) !== undefined
    setDetails(change, { message: !hasAddress ? ADDRESS_LOST : isActive ? TAKEN_BACK : STILL_INACTIVE })
    // Never to where an intruder reads it.
    if (hasAddress && isActive) await mailCode(db, link.email, browser.id)
    await tellAll(db, { name: before.name, publicUrl: settings.publicUrl }, takeOver, taken)
    return { email: link.email, ...(!isActive && { is_deactivated: true as const }) }
  })
}

/** Later mails with a link are dropped: some would go to an intruder, and bring back what is undone here. */
async function dropLaterMails(db: Db, adminId: string, since: string) {
  type About = { admin_id: string; at?: string; own?: { at: string } }
  const unwanted = ({ admin_id, own, at = own?.at ?? '' }: About) => admin_id === adminId && at >= since
  await dropMails(db, [EMAIL_CHANGED_MAIL, FACTORS_MAIL, TEAM_MAIL], unwanted)
}

const MOST_LISTED = 50

/** Mails the team what was done with the account, and what was undone. */
async function tellAll(
  db: Db,
  { name, publicUrl }: { name: string; publicUrl: string },
  { strangers, since }: TakeOver,
  { suspended, activated, renamed, endedKeys, endedWebhooks, pausedWebhooks }: TakenBack,
) {
  const others = await otherChanges(db, [...strangers], since)
  const list = (lead: string, lines: string[]) =>
    lines.length ? [[lead, ...lines.map((line) => `- ${line}`)].join('\n')] : []
  const listed = others
    .slice(0, MOST_LISTED)
    .map(({ at, sentence }) => `${at.slice(0, 16).replace('T', ' ')} UTC: ${sentence}`)
  const doers = [...new Set(others.map(({ by }) => by.name))]
  const words = [
    `someone else used the account of ${name}, who took it back on ${isoNow().slice(0, 16).replace('T', ' at ')} UTC. All its sessions have been ended.`,
    ...list('The stranger gave these accounts access; they are now suspended:', suspended),
    ...list('The stranger deactivated these colleagues; they are active again:', activated),
    ...list('The stranger added these keys for programs; they have been ended:', endedKeys),
    ...list(
      'The stranger added these webhooks, changed their addresses or saw their secrets; they have been ended:',
      endedWebhooks,
    ),
    ...list('The stranger had these webhooks told of more; they are paused:', pausedWebhooks),
    ...list('The stranger changed these names; they have been changed back:', renamed),
    ...list(
      'The stranger removed the second factors of these colleagues; please set up new ones:',
      await withoutFactors(db, [...strangers], since),
    ),
    ...list('The stranger also made these changes, which stay until you undo them:', [
      ...listed,
      ...(others.length > MOST_LISTED ? ['and more'] : []),
    ]),
    ...list(
      'See and undo it here:',
      doers.map((doer) => `${publicUrl}/recent-changes?by=${encodeURIComponent(doer)}`),
    ),
  ]
  await mailTeam(db, words.join('\n\n'))
}

/** Whose second factors these accounts have removed since, apart from each other's. */
async function withoutFactors(db: Db, admins: string[], since: string) {
  const rows = await db
    .selectFrom('security_events')
    .innerJoin('admins', 'admins.id', 'security_events.admin_id')
    .select(['admins.name', 'admins.email'])
    .distinct()
    .where('kind', '=', 'factor_reset')
    .where('at', '>=', since)
    .where('by_id', 'in', admins)
    .where('admins.id', 'not in', admins)
    .execute()
  return rows.map(({ name, email }) => `${name} (${email})`)
}

/** These accounts' other changes since, newest first, as sentences; one more than is listed. */
async function otherChanges(db: Db, admins: string[], since: string) {
  const found = await readQuery<{ id: string }>(
    db,
    `select id from changes where id >= ? and admin_id in ${engineOf(db).textsFromJson} and record_type <> 'admins'
     order by id desc limit ?`,
    [firstIdAt(new Date(since)), JSON.stringify(admins), MOST_LISTED + 1],
  )
  if (!found.length) return []
  const rows = await selectChanges(db)
    .where(
      'changes.id',
      'in',
      found.map(({ id }) => id),
    )
    .orderBy('changes.id', 'desc')
    .execute()
  return describedChanges(db, rows.map(toChange))
}
