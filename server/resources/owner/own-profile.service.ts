import type { z } from 'zod'
import { WRONG_OTP } from '#contract/fields.ts'
import type { Language } from '#contract/french.ts'
import type { ownerAccount } from '#contract/owner/account.ts'
import { type Owner, owner as ownerShape, type Preferences, type preferenceFields } from '#contract/owner/owner.ts'
import { endOtherAppSessions } from '../../auth/app-sessions.ts'
import {
  askedForCode,
  CODE_MINUTES,
  codeKeys,
  consumeCode,
  dropCode,
  makeCode,
  requestCode,
  tryCode,
} from '../../auth/one-time-codes.ts'
import { countCodeTry, countRequest, forgetPlaces, resetAttempts } from '../../auth/rate-limit.ts'
import type { Session } from '../../auth/sessions.ts'
import { isoNow } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'
import { textKey } from '../../db/search/text-key.ts'
import type { Deps } from '../../deps.ts'
import { refused } from '../../errors.ts'
import type { Write } from '../../records/open-change.ts'
import { setColumns } from '../../records/plan/sources/acts.ts'
import { recordFacts } from '../../records/plan/sources/facts.ts'
import { editRecord } from '../../records/plan/sources/form.ts'
import { readRow } from '../../records/rows.ts'
import { noteMailProblem } from '../account/undelivered.service.ts'
import { mailLater, mailSoon, type Writing } from '../letters.ts'
import { withdrawNews } from '../notifications/consent.ts'
import { userRecords } from '../users/users.service.ts'
import { forOwner } from './own-records.service.ts'
import { findOwner, findOwnerByEmail, toOwner } from './owner-account.repository.ts'
import { refuseWrongPassword } from './owner-account.service.ts'
import type { Asking } from './owner-codes.service.ts'

export const NEW_EMAIL_MAIL = 'owner-new-email'
export const OLD_EMAIL_MAIL = 'owner-old-email'
type EmailRequest = { owner_id: string; new_email: string; request: string; language: Language | null }
type Changed = { owner_id: string; before: string; language: Language | null }

/** Changes an owner's profile; what others changed since `version` stays. Throws 409. */
export async function editProfile(
  id: string,
  { name, state, zip, language, version }: z.output<typeof ownerAccount.editProfile.input>,
  write: Write,
): Promise<Owner> {
  const values = {
    name,
    ...(state !== undefined && { state }),
    ...(zip !== undefined && { zip }),
    ...(language !== undefined && { language }),
  }
  try {
    return await write(async (db, change) => {
      const row = await readRow(db, 'users', id)
      const find = async () => ({ ...(await userRecords.find(db, id)), ...toOwner(await findOwner(db, id)) })
      await editRecord(db, 'users', row, { version, values, find }, change)
      return toOwner(await findOwner(db, id))
    })
  } catch (error) {
    throw forOwner(error, Object.keys(ownerShape.shape), (row) => ownerShape.parse(row))
  }
}

/**
 * Starts changing an owner's address: enqueues a mail with a code to the new one, whether or not that has an account.
 * Throws 422 for a wrong password, for owners without one, and for their current address; and 429.
 */
export async function askForNewEmail(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  id: string,
  { email, password }: { email: string; password: string },
  { address, id: browser, language }: Asking,
  write: <Answer>(work: (db: Db) => Promise<Answer>) => Promise<Answer>,
) {
  await refuseWrongPassword({ db, log }, await findOwner(db, id), password, { address, id: browser })
  await countRequest(db, { action: 'app-forgot', account: email, address, browser })
  await write(async (db) => {
    const owner = await findOwner(db, id)
    if (textKey(owner.email) === textKey(email)) throw refused('email', 'This is already your email address.')
    await db.updateTable('users').set({ new_email: email }).where('id', '=', id).execute()
    const request = await requestCode(db, codeKeys.ownerNewEmail(id, textKey(email)), browser, { keepsEarlier: true })
    await mailSoon(db, NEW_EMAIL_MAIL, { owner_id: id, new_email: email, request, language } satisfies EmailRequest)
  })
}

/** The mail of askForNewEmail: a code, or, if the address has an account, that someone wanted to use it. */
export async function mailNewEmail(db: Db, { owner_id, new_email, request }: EmailRequest, { write }: Writing) {
  const isTaken = (await findOwnerByEmail(db, new_email)) !== undefined
  const code = await write(db, (db) => makeCode(db, codeKeys.ownerNewEmail(owner_id, textKey(new_email)), request))
  if (code === undefined) return
  const words = isTaken
    ? [
        'someone tried to use this address for their account in the RV owner app, but it already has an account.',
        'If it was not you, you can ignore this email.',
      ]
    : [
        `your code to use this address in the RV owner app is ${code}`,
        `It works once, within ${CODE_MINUTES} minutes. If you did not ask for it, you can ignore this email.`,
      ]
  return {
    to: new_email,
    subject: isTaken ? 'You already have an account' : 'Your code to use this address',
    text: ['Hello,', ...words],
  }
}

/**
 * Changes an owner's address to the one the code was mailed to, ends the other sessions, and tells the old address.
 * Throws 422 with the same message for every code that does not work, and for an address that is now someone else's;
 * and 429.
 */
export async function confirmNewEmail(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { actor: { _id: ownerId }, tokenHash }: Pick<Session, 'actor' | 'tokenHash'>,
  otp: string,
  { address, id: browser, language }: Asking,
  write: Write,
): Promise<Owner> {
  const { email: before, new_email } = await findOwner(db, ownerId)
  const key = codeKeys.ownerNewEmail(ownerId, textKey(new_email ?? ''))
  const attempt = { action: 'app-guess', account: before, address, browser } as const
  if (!(await askedForCode(db, key, browser))) await countCodeTry(db, attempt)
  const codeHash = await tryCode(db, key, otp, browser)
  if (codeHash === undefined) {
    log.warn({ address }, 'a code was refused')
    throw refused('otp', WRONG_OTP, 'wrong')
  }
  return write(async (db, change) => {
    const owner = await findOwner(db, ownerId)
    const isSpent = await consumeCode(db, key, codeHash)
    const email = owner.new_email
    if (!isSpent || email === null || email !== new_email || (await findOwnerByEmail(db, email)))
      throw refused('otp', WRONG_OTP, 'wrong')
    await resetAttempts(db, attempt)
    await db.updateTable('users').set({ new_email: null }).where('id', '=', ownerId).execute()
    await recordFacts(db, 'users', ownerId, { email, email_confirmed: 1 }, change)
    // Someone else signed in may be why the address is changed.
    await endOtherAppSessions(db, ownerId, tokenHash)
    // Rejections were for the previous address.
    await noteMailProblem(db, 'users', ownerId, null)
    for (const key of [codeKeys.ownerReset, codeKeys.ownerConfirmation]) await dropCode(db, key(textKey(owner.email)))
    await forgetPlaces(db, { action: 'app-guess', account: owner.email })
    await mailLater(db, OLD_EMAIL_MAIL, { owner_id: ownerId, before: owner.email, language } satisfies Changed)
    return toOwner(await findOwner(db, ownerId))
  })
}

/** The mail of confirmNewEmail: tells the previous address. */
export async function mailOldEmail(_db: Db, { before }: Changed) {
  return {
    to: before,
    subject: 'Your email address was changed',
    text: [
      'Hello,',
      'your account in the RV owner app now has a different email address; you can no longer sign in with this one.',
      'If it was not you, please contact support.',
    ],
  }
}

/** What an owner wants to be told. */
export async function readPreferences(db: Db, id: string): Promise<Preferences> {
  const { news, reminders, text_version, preferences_at } = await findOwner(db, id)
  return { news: news === 1, reminders: reminders === 1, text_version, changed_at: preferences_at }
}

/** Stores what an owner wants to be told, with when, in which words and in which app they said so. */
export const setPreferences = (
  id: string,
  { news, reminders, text_version }: z.output<typeof preferenceFields>,
  app: string,
  write: Write,
) =>
  write(async (db, change) => {
    const wanted = { news: news ? 1 : 0, reminders: reminders ? 1 : 0, text_version, preferences_app: app }
    await setColumns(db, 'users', id, { ...wanted, preferences_at: isoNow() }, change)
    if (!news) await withdrawNews(db, id)
    return readPreferences(db, id)
  })
