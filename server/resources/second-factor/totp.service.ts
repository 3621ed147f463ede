import type { z } from 'zod'
import { WRONG_CODE, type wrongCode } from '#contract/sign-in.ts'
import { seal, unseal } from '../../auth/sealed.ts'
import { currentStep, newTotpSecret, stepOf, totpUri } from '../../auth/totp.ts'
import { isoNow } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { AppError, notFound } from '../../errors.ts'
import { setDetails, type Write } from '../../records/open-change.ts'
import { findAdmin } from '../account/account.repository.ts'
import { addFactor, removeFactor } from './factors.ts'

const TOTP_NAME = 'Authenticator app'

/** Begins to set up an authenticator app: an earlier beginning is discarded, an app in use stays. */
export async function beginTotp(db: Db, adminId: string) {
  const { email } = await findAdmin(db, adminId)
  const secret = newTotpSecret()
  const pending = await seal(db, adminId, secret)
  await db
    .insertInto('totp_secrets')
    .values({ admin_id: adminId, secret: null, pending, last_step: 0 })
    .onConflict((conflict) => conflict.column('admin_id').doUpdateSet({ pending }))
    .execute()
  return { secret, uri: totpUri(secret, email) }
}

/**
 * Activates the authenticator app set up last, once it has shown a correct code; it replaces any other. Returns the
 * recovery codes, if they are new. Throws 422 for a wrong code, and if none was begun.
 */
export function confirmTotp(code: string, write: Write) {
  return write(async (db, change) => {
    const admin_id = change.actor._id
    const row = await db
      .selectFrom('totp_secrets')
      .select('pending')
      .where('admin_id', '=', admin_id)
      .executeTakeFirst()
    const step = row?.pending ? stepOf(await unseal(db, admin_id, row.pending), code) : null
    if (!row?.pending || step === null) throw wrongTotpCode()
    await db
      .updateTable('totp_secrets')
      .set({ secret: row.pending, pending: null, last_step: step })
      .where('admin_id', '=', admin_id)
      .execute()
    const { totp_since: before } = await findAdmin(db, admin_id)
    if (before !== null) setDetails(change, { message: 'Authenticator app updated successfully.' })
    const totp_since = isoNow()
    const added = { factor: 'totp', detail: TOTP_NAME, what: 'an authenticator app was set up.' }
    return { recovery_codes: await addFactor(db, change, admin_id, { totp_since }, added) }
  })
}

/** Removes the authenticator app. Throws 404 if there is none, and 422 as removeFactor does. */
export function removeTotp({ settings }: Pick<Deps, 'settings'>, write: Write) {
  return write(async (db, change) => {
    const adminId = change.actor._id
    if ((await findAdmin(db, adminId)).totp_since === null) throw notFound('This authenticator app')
    await db.deleteFrom('totp_secrets').where('admin_id', '=', adminId).execute()
    const whose = { adminId, isRequired: settings.requireSecondFactor }
    const told = { detail: TOTP_NAME, what: 'the authenticator app was removed.' }
    await removeFactor(db, change, whose, { totp_since: null }, told)
  })
}

/** Uses a code of the authenticator app, once. Returns whether it was right. Call it in a transaction. */
export async function spendTotpCode(db: Db, adminId: string, code: string) {
  const row = await db.selectFrom('totp_secrets').select('secret').where('admin_id', '=', adminId).executeTakeFirst()
  const step = row?.secret ? stepOf(await unseal(db, adminId, row.secret), code) : null
  if (step === null) return false
  const used = await db
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('admin_id', '=', adminId)
    // A future step was used while the clock was ahead, and would refuse all codes until then.
    .where((row) => row.or([row('last_step', '<', step), row('last_step', '>', currentStep() + 1)]))
    .returning('admin_id')
    .executeTakeFirst()
  return used !== undefined
}

/** 422 for an authenticator app's code, with the time it was checked at. */
export function wrongTotpCode() {
  const data: z.output<typeof wrongCode> = { server_time: isoNow() }
  return new AppError(422, WRONG_CODE, { errors: { code: [WRONG_CODE] }, fieldCodes: { code: ['wrong'] }, data })
}
