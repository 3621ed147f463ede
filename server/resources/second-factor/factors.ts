import type { SecondFactor } from '#contract/account.ts'
import { SET_UP_REQUIRED, type SecondFactorStatus } from '#contract/sign-in.ts'
import { LINK_HOURS, makeFactorLink, NEW_ADDRESS } from '../../auth/factor-links.ts'
import { dropSecrets } from '../../auth/one-time.ts'
import { dropRecoveryCodes, makeRecoveryCodes, recoveryCodesLeft } from '../../auth/recovery-codes.ts'
import { noteEvent } from '../../auth/security-events.ts'
import { HOUR, isoNow } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { refused } from '../../errors.ts'
import { type AnyChange, whoAndWhere } from '../../records/open-change.ts'
import { recordFacts } from '../../records/plan/sources/facts.ts'
import type { Own } from '../../records/record-tables.ts'
import { type AdminRow, findAdmin, findAnyAdmin } from '../account/account.repository.ts'
import { startOf, tellTeam } from '../administrators/team-mails.service.ts'
import { linkTo, mailLater, type Writing } from '../letters.ts'

const LAST_ONE = 'A second factor is required here, so the last one cannot be removed.'

export const FACTORS_MAIL = 'factors-changed'
/**
 * `email` is where it goes, `at` when it was done, `since` when that session was opened; jobs of earlier releases have
 * none.
 */
type Changed = {
  admin_id: string
  what: string
  added?: string | undefined
  email?: string
  at?: string
  since?: string | undefined
}

type Factors = Pick<AdminRow, 'totp_since' | 'passkey_count'>

/** Whether signing in takes more than a password. */
export const hasSecondFactor = ({ totp_since, passkey_count }: Factors) =>
  totp_since !== null || Number(passkey_count) > 0

/** What an administrator can confirm a sign-in with. */
export async function secondFactorsOf(db: Db, admin: AdminRow): Promise<SecondFactor[]> {
  return [
    ...(admin.totp_since === null ? [] : (['totp'] as const)),
    ...(Number(admin.passkey_count) > 0 ? (['passkey'] as const) : []),
    ...((await recoveryCodesLeft(db, admin.id)) > 0 ? (['recovery'] as const) : []),
  ]
}

/** What an administrator has set up. */
export async function readStatus(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  adminId: string,
): Promise<SecondFactorStatus> {
  const { totp_since } = await findAdmin(db, adminId)
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['id as _id', 'name', 'created_at', 'used_at'])
    .where('admin_id', '=', adminId)
    .orderBy('id')
    .execute()
  const recovery_codes_left = await recoveryCodesLeft(db, adminId)
  return { totp: totp_since !== null, passkeys, recovery_codes_left, required: settings.requireSecondFactor }
}

/**
 * Stores what an administrator has set up, tells the person by mail, and returns new recovery codes if there are none
 * yet. Call it in a transaction.
 */
export async function addFactor(
  db: Db,
  change: AnyChange,
  adminId: string,
  values: Partial<Own<'admins'>>,
  { factor, detail, what }: { factor: string; detail: string; what: string },
) {
  const codes = (await recoveryCodesLeft(db, adminId)) ? [] : await makeRecoveryCodes(db, adminId)
  await recordFacts(db, 'admins', adminId, { ...values, ...(codes.length && { recovery_since: isoNow() }) }, change)
  await noteEvent(db, { kind: 'factor_added', adminId, ...whoAndWhere(change), detail })
  await tellOfFactors(db, change, adminId, what, factor)
  return codes
}

/**
 * Removes what an administrator no longer has and tells the person by mail. The recovery codes go with the last factor.
 * Throws 422 if that one must stay. Call it in a transaction.
 */
export async function removeFactor(
  db: Db,
  change: AnyChange,
  { adminId, isRequired }: { adminId: string; isRequired: boolean },
  values: Partial<Factors>,
  { detail, what }: { detail: string; what: string },
) {
  const isLast = !hasSecondFactor({ ...(await findAdmin(db, adminId)), ...values })
  if (isLast && isRequired) throw refused('general', LAST_ONE, 'not_allowed')
  if (isLast) await dropRecoveryCodes(db, adminId)
  await recordFacts(db, 'admins', adminId, { ...values, ...(isLast && { recovery_since: null }) }, change)
  await noteEvent(db, { kind: 'factor_removed', adminId, ...whoAndWhere(change), detail })
  await tellOfFactors(db, change, adminId, what)
  await tellTeam(db, change, {
    about: adminId,
    told: (name) => `${name} removed a second factor: ${detail}.`,
    toPerson: false,
  })
}

/**
 * Removes all second factors of an administrator, and with them sign-ins waiting for one. Returns the columns to write.
 * Call it in a transaction.
 */
export async function dropFactors(db: Db, adminId: string) {
  for (const table of ['totp_secrets', 'passkeys'] as const) {
    await db.deleteFrom(table).where('admin_id', '=', adminId).execute()
  }
  await dropSecrets(db, 'ticket', { whose: adminId })
  await dropRecoveryCodes(db, adminId)
  return { totp_since: null, recovery_since: null, passkey_count: 0 }
}

/**
 * Removes a second factor (`totp`, or a passkey's id) and those added since, with the recovery codes. Returns the
 * columns to write. Call it in a transaction.
 */
export async function dropFactorsSince(
  db: Db,
  change: AnyChange,
  { admin_id, factor, mailedAt, since: opened }: { admin_id: string; factor: string; mailedAt: string; since: string },
) {
  const { totp_since } = await findAnyAdmin(db, admin_id)
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['id', 'created_at'])
    .where('admin_id', '=', admin_id)
    .execute()
  const added = factor === 'totp' ? totp_since : passkeys.find(({ id }) => id === factor)?.created_at
  const least = factor === NEW_ADDRESS ? hoursBefore(mailedAt) : added && added < opened ? added : opened
  const since = least < opened ? least : opened
  const isStrange = (at: string | null) => at !== null && at >= since
  const strange = passkeys.filter(({ created_at }) => isStrange(created_at)).map(({ id }) => id)
  if (strange.length) await db.deleteFrom('passkeys').where('id', 'in', strange).execute()
  if (isStrange(totp_since)) await db.deleteFrom('totp_secrets').where('admin_id', '=', admin_id).execute()
  await dropSecrets(db, 'ticket', { whose: admin_id })
  await dropRecoveryCodes(db, admin_id)
  const about = { adminId: admin_id, ...whoAndWhere(change), detail: NOT_ME_LINK }
  if (strange.length || isStrange(totp_since)) await noteEvent(db, { kind: 'factor_removed', ...about })
  return {
    ...(isStrange(totp_since) && { totp_since: null }),
    passkey_count: passkeys.length - strange.length,
    recovery_since: null,
  }
}

const NOT_ME_LINK = 'By the link in an email'
/** Whoever moves the address may have set up a factor just before. */
const hoursBefore = (at: string) => new Date(Date.parse(at) - LINK_HOURS * HOUR).toISOString()

/** Replaces the recovery codes. Throws 422 for someone without a second factor. Call it in a transaction. */
export async function renewRecoveryCodes(db: Db, change: AnyChange, adminId: string) {
  if (!hasSecondFactor(await findAdmin(db, adminId)))
    throw refused('general', SET_UP_REQUIRED, 'not_allowed', 'setup_required')
  const recovery_codes = await makeRecoveryCodes(db, adminId)
  await recordFacts(db, 'admins', adminId, { recovery_since: isoNow() }, change)
  await noteEvent(db, { kind: 'recovery_codes_made', adminId, ...whoAndWhere(change) })
  await tellOfFactors(db, change, adminId, 'new recovery codes were made.')
  return { recovery_codes }
}

/**
 * Enqueues a mail about an administrator's second factors. For a new one, `added`, it has a link that removes it again.
 */
export async function tellOfFactors(
  db: Db,
  change: Pick<AnyChange, 'at' | 'session'>,
  admin_id: string,
  what: string,
  added?: string,
) {
  // To the current address: whoever moves it next must not get this mail.
  const { email } = await findAnyAdmin(db, admin_id)
  const since = await startOf(db, change)
  await mailLater(db, FACTORS_MAIL, { admin_id, what, added, email, at: change.at, since } satisfies Changed)
}

/** The mail of tellOfFactors. Each attempt makes a new link; all of them work until one is used. */
export async function mailFactorsChanged(
  db: Db,
  { admin_id, what, added, email: told, at, since }: Changed,
  { write, publicUrl }: Writing,
) {
  const { name, email: current } = await findAnyAdmin(db, admin_id)
  const email = told ?? current
  const link = added === undefined ? undefined : { admin_id, factor: added, email, at, since }
  const token = link && (await write(db, (db) => makeFactorLink(db, link)))
  return {
    to: email,
    subject: 'Your sign-in methods were changed',
    text: [
      `Hello ${name},`,
      `this happened to your account in the RV Owner Back-Office: ${what}`,
      ...(token
        ? [`If this was not you, open this link:\n\n${linkTo(publicUrl, 'not-me', token)}`, NOT_ME]
        : [LOOK_AT_IT]),
    ],
  }
}

const NOT_ME = `It removes what was added, ends all sessions and lets you choose a new password. It works once, within ${LINK_HOURS} hours.`
const LOOK_AT_IT =
  'If it was not you, change your password at once (choose Forgot Password? on the login page), and look at Sign-in and security in the user menu.'
