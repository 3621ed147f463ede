import type { z } from 'zod'
import { type loginConfirmFields, TICKET_GONE, WRONG_CODE } from '#contract/sign-in.ts'
import type { Browser } from '../../auth/known-browsers.ts'
import { countAttempt, countCall, countWrong, forgetWrong, forgiveCall, resetAttempts } from '../../auth/rate-limit.ts'
import { recoveryCodesLeft, spendRecoveryCode } from '../../auth/recovery-codes.ts'
import { noteEvent, type Place } from '../../auth/security-events.ts'
import { closeTicket, countTry, findTicket, openTicket, type Ticket } from '../../auth/tickets.ts'
import { sha256 } from '../../auth/tokens.ts'
import { isoNow } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError, refused } from '../../errors.ts'
import { mailLater } from '../letters.ts'
import { tellOfFactors } from '../second-factor/factors.ts'
import {
  type CheckedPasskey,
  checkPasskey,
  optionsToAsk,
  spendPasskey,
  wrongPasskey,
} from '../second-factor/passkeys.service.ts'
import { spendTotpCode, wrongTotpCode } from '../second-factor/totp.service.ts'
import { type AdminRow, findActiveAdmin, findAnyAdmin, toAdmin } from './account.repository.ts'
import { afterSignIn, openFrom } from './new-browser.service.ts'

type Fields = z.output<typeof loginConfirmFields>

const keyOf = ({ token_hash }: Ticket) => `ticket ${token_hash}`
const gone = () => refused('ticket', TICKET_GONE, 'expired')

/**
 * What the browser needs to ask for a passkey: as the second factor of the sign-in with that ticket, or, without one,
 * to sign in without a password with a new ticket. Throws 422 and 429.
 */
export async function askForPasskey(deps: Deps, token: string | undefined, address: string) {
  const { db } = deps
  if (token !== undefined) {
    const ticket = await findTicket(db, token)
    if (!ticket) throw gone()
    const { admin_id: adminId } = ticket
    const options = await optionsToAsk(deps, { key: keyOf(ticket), adminId, replacesPassword: adminId === null })
    return { ticket: token, options }
  }
  await countCall(db, 'passkey', address)
  const opened = await openTicket(db, null)
  const key = `ticket ${sha256(opened)}`
  return { ticket: opened, options: await optionsToAsk(deps, { key, adminId: null, replacesPassword: true }) }
}

/**
 * Completes a sign-in that waits for a second factor, or for a passkey instead of the password. Returns what login
 * does. Throws 422 for a wrong code or passkey and for a ticket that is gone, and 429: a wrong one counts like an
 * attempt at the password.
 */
export async function confirmSignIn(deps: Deps, { ticket: token, code, credential }: Fields, browser: Browser) {
  const { db, log } = deps
  const { address } = browser
  const ticket = await findTicket(db, token)
  if (!ticket) throw gone()
  const known = ticket.admin_id === null ? undefined : await findActiveAdmin(db, ticket.admin_id)
  const account = known?.email ?? keyOf(ticket)
  const attempt = { action: 'guess', account, address, browser: browser.id } as const
  // The first step has already been delayed, and a ticket has five tries.
  await countAttempt(db, attempt, { waits: known === undefined })
  if (!(await countTry(db, ticket))) throw gone()
  try {
    const passkey = credential && (await checkPasskey(deps, credential, placeOf(ticket)))
    const { data, change_id } = await inTransaction(db, async (db) => {
      const admin = await holderOf(db, ticket, passkey)
      await useFactor(db, admin, { code, passkey }, browser)
      // The password, or the request for a passkey, has counted as well.
      if (known) await resetAttempts(db, attempt, 2)
      else {
        await resetAttempts(db, attempt)
        await resetAttempts(db, { ...attempt, account: admin.email }, 0)
      }
      await forgetWrong(db, wrongKey(admin.id))
      if (ticket.admin_id === null) await forgiveCall(db, 'passkey', address)
      const { answer, change_id } = await openFrom(db, admin.id, browser)
      return { data: { ...toAdmin(admin), ...answer }, change_id }
    })
    afterSignIn(deps, change_id)
    log.info({ admin: data._id, address }, 'an administrator signed in')
    return data
  } catch (error) {
    if (!(error instanceof AppError && (error.errors?.code ?? error.errors?.credential))) throw error
    log.warn({ admin: known?.id, address }, 'a second factor was refused')
    await noteEvent(db, { kind: 'second_factor_failed', adminId: known?.id, place: browser })
    if (known && (await countWrong(db, wrongKey(known.id))) === WRONG_BEFORE_MAIL) {
      const { device } = browser
      await mailLater(db, WRONG_FACTORS_MAIL, { admin_id: known.id, device, address } satisfies WrongFactors)
    }
    throw error
  }
}

const wrongKey = (adminId: string) => `second-factor:${adminId}`

export const WRONG_FACTORS_MAIL = 'wrong-second-factors'
const WRONG_BEFORE_MAIL = 3
type WrongFactors = { admin_id: string; device: string; address: string }

/** The mail of confirmSignIn: warns that someone has the password, but not the second factor. */
export async function mailWrongFactors(db: Db, { admin_id, device, address }: WrongFactors) {
  const { name, email } = await findAnyAdmin(db, admin_id)
  return {
    to: email,
    subject: 'Wrong second factors',
    text: [
      `Hello ${name},`,
      `someone entered your password for the RV Owner Back-Office and then a wrong second factor, three times within a day, most recently with ${device} from the address ${address}.`,
      'If it was not you, someone knows your password. Change it at once: choose Forgot Password? on the login page.',
    ],
  }
}

const placeOf = (ticket: Ticket) => ({ key: keyOf(ticket), replacesPassword: ticket.admin_id === null })

/** Whose sign-in it is. Uses up the ticket, which is gone if the password was changed or the account turned off. */
async function holderOf(db: Db, ticket: Ticket, passkey: CheckedPasskey | undefined): Promise<AdminRow> {
  if (!(await closeTicket(db, ticket))) throw gone()
  if (ticket.admin_id === null) {
    const admin = passkey && (await findActiveAdmin(db, passkey.admin_id))
    if (!admin) throw passkey ? wrongPasskey() : refused('code', WRONG_CODE, 'wrong')
    return admin
  }
  const admin = await findActiveAdmin(db, ticket.admin_id)
  if (!admin || sha256(admin.password_hash) !== ticket.password_digest) throw gone()
  return admin
}

async function useFactor(
  db: Db,
  { id }: AdminRow,
  { code, passkey }: { code: string | undefined; passkey: CheckedPasskey | undefined },
  place: Place,
) {
  if (passkey) {
    if (passkey.admin_id !== id) throw wrongPasskey()
    await spendPasskey(db, passkey)
    return noteEvent(db, { kind: 'key_used', adminId: id, place, detail: passkey.name })
  }
  if (code === undefined) throw refused('code', WRONG_CODE, 'wrong')
  if (/^\d{6}$/.test(code)) {
    if (!(await spendTotpCode(db, id, code))) throw wrongTotpCode()
    return
  }
  if (!(await spendRecoveryCode(db, id, code))) throw refused('code', WRONG_CODE, 'wrong')
  const left = await recoveryCodesLeft(db, id)
  await noteEvent(db, { kind: 'recovery_code_used', adminId: id, place, detail: `${left} left` })
  await tellOfFactors(db, { at: isoNow() }, id, `a recovery code was used to sign in; ${left} are left.`)
}
