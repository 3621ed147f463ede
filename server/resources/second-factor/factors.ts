import type { SecondFactor } from '#contract/account.ts'
import { SET_UP_REQUIRED, type SecondFactorStatus } from '#contract/sign-in.ts'
import { isoNow } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { refused } from '../../errors.ts'
import { enqueue } from '../../jobs/jobs.ts'
import type { Mailer } from '../../outside/mail/mailer.ts'
import { changeRecord } from '../../records/change.ts'
import type { AnyChange } from '../../records/open-change.ts'
import type { Own } from '../../records/record-tables.ts'
import { dropRecoveryCodes, makeRecoveryCodes, recoveryCodesLeft } from '../../secrets/recovery-codes.ts'
import { type AdminRow, findAdmin, findAnyAdmin } from '../account/account.repository.ts'

const LAST_ONE = 'A second factor is required here, so the last one cannot be removed.'

export const FACTORS_MAIL = 'mail-factors-changed'
type Changed = { admin_id: string; what: string }

type Factors = Pick<AdminRow, 'totp_since' | 'passkey_count'>

/** Whether signing in takes more than the password. */
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
 * Writes what an administrator has set up, tells the person by mail, and returns new recovery codes where there are none
 * yet. Call it in a transaction.
 */
export async function addFactor(
  db: Db,
  change: AnyChange,
  adminId: string,
  values: Partial<Own<'admins'>>,
  what: string,
) {
  const codes = (await recoveryCodesLeft(db, adminId)) ? [] : await makeRecoveryCodes(db, adminId)
  await writeFactors(db, change, adminId, { ...values, ...(codes.length && { recovery_since: isoNow() }) }, what)
  return codes
}

/**
 * Writes what an administrator no longer has and tells the person by mail. The recovery codes go with the last factor.
 * Throws 422 when that has to stay. Call it in a transaction.
 */
export async function removeFactor(
  db: Db,
  change: AnyChange,
  { adminId, isRequired }: { adminId: string; isRequired: boolean },
  values: Partial<Factors>,
  what: string,
) {
  const isLast = !hasSecondFactor({ ...(await findAdmin(db, adminId)), ...values })
  if (isLast && isRequired) throw refused('general', LAST_ONE)
  if (isLast) await dropRecoveryCodes(db, adminId)
  await writeFactors(db, change, adminId, { ...values, ...(isLast && { recovery_since: null }) }, what)
}

/** Replaces the recovery codes. Throws 422 for who has no second factor. Call it in a transaction. */
export async function renewRecoveryCodes(db: Db, change: AnyChange, adminId: string) {
  if (!hasSecondFactor(await findAdmin(db, adminId))) throw refused('general', SET_UP_REQUIRED)
  const recovery_codes = await makeRecoveryCodes(db, adminId)
  await writeFactors(db, change, adminId, { recovery_since: isoNow() }, 'there are new recovery codes.')
  return { recovery_codes }
}

async function writeFactors(db: Db, change: AnyChange, adminId: string, values: Partial<Own<'admins'>>, what: string) {
  await changeRecord(db, 'admins', adminId, values, change)
  await tellOfFactors(db, adminId, what)
}

/** Enqueues a mail that tells an administrator of what has happened to the second factors. */
export const tellOfFactors = (db: Db, admin_id: string, what: string) =>
  enqueue(db, FACTORS_MAIL, { admin_id, what } satisfies Changed)

/** The job of tellOfFactors. */
export async function mailFactorsChanged(db: Db, mail: Mailer, { admin_id, what }: Changed) {
  const { name, email } = await findAnyAdmin(db, admin_id)
  await mail({
    to: email,
    subject: 'How you sign in was changed',
    text: [
      `Hello ${name},`,
      `this happened to your account in the RV Owner Back-Office: ${what}`,
      'If it was not you, set another password at once (choose Forgot Password? on the login page), and look at Sign-in and security in the user menu.',
    ].join('\n\n'),
  })
}
