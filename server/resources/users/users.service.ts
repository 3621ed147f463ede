import type { Language } from '#contract/french.ts'
import { SOCIAL_USER, type User } from '#contract/users.ts'
import { endAppSessions } from '../../auth/app-sessions.ts'
import { codeKeys, dropCode } from '../../auth/one-time-codes.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { randomPassword } from '../../auth/tokens.ts'
import type { Db } from '../../db/schema.ts'
import { textKey } from '../../db/search/text-key.ts'
import { inTransaction } from '../../db/transaction.ts'
import { refused } from '../../errors.ts'
import { type AnyChange, type OpenChange, openChange } from '../../records/open-change.ts'
import { writeRecord } from '../../records/plan/carry-out.ts'
import { recordFacts, recordNew } from '../../records/plan/sources/facts.ts'
import { readRow } from '../../records/rows.ts'
import { mailLater, type Writing } from '../letters.ts'
import { recordsOf } from '../records/records-of.ts'
import { userList } from './users.repository.ts'

const TAKEN_BACK = 'This user was taken back with an import. Please activate the user first.'

export const NEW_PASSWORD_MAIL = 'new-password'
export const USER_PASSWORD_MAIL = 'user-password-changed'

/** The owners who use the app. */
export const userRecords = recordsOf(userList, { narrowedBy: 'status' })

/** A new user with a password, or with an id at a social network. */
export type NewUser = {
  name: string
  email: string
  terms_version?: string
  terms_at?: string
  language?: Language | null
} & (
  | { type: 'SIMPLE'; password_hash: string; social_id: null }
  | { type: 'GOOGLE' | 'FACEBOOK' | 'APPLE'; password_hash: null; social_id: string }
)

/** The initial values of a new owner, who is active, but whose address is unconfirmed. */
export const NEW_OWNER = {
  status: 1,
  must_change_password: 0,
  email_confirmed: 0,
  mail_problem: null,
  state: '',
  zip: '',
  new_email: null,
  erased_at: null,
  news: 0,
  reminders: 1,
  preferences_at: null,
  text_version: '',
  preferences_app: '',
  terms_version: '',
  terms_at: null,
  merged_into: null,
  language: null,
}

/** Adds an active owner with that id, who is also the change's author. Call it in a transaction. */
export function addUser(db: Db, user: NewUser, change: OpenChange) {
  // A social network vouches for the address.
  const email_confirmed = user.type === 'SIMPLE' ? 0 : 1
  return recordNew(db, 'users', { ...NEW_OWNER, ...user, email_confirmed }, change, change.actor._id)
}

/**
 * Activates or deactivates an owner; deactivating ends the app sessions. One whose import was undone exists again once
 * active. Returns the owner. Throws 404, and 422 if someone else has registered with the address since.
 */
export function changeUserStatus(db: Db, id: string, status: boolean, change: OpenChange): Promise<User> {
  return inTransaction(db, async (db) => {
    const row = await readRow(db, 'users', id)
    const values = row.is_deleted && status ? { is_deleted: 0 } : { status: status ? 1 : 0 }
    await writeRecord(db, 'users', { row, values }, change)
    return userRecords.find(db, id)
  })
}

/** A new password for a user, and its hash. */
export async function makePassword() {
  const password = randomPassword()
  return { password, hash: await hashPassword(password) }
}

/**
 * Replaces a user's password with the one of this hash, and ends the app sessions. Without a hash it removes the
 * password and enqueues a mail with a new one, made when the mail is sent, so that no row ever contains it. Returns the
 * owner. Throws 404, and 422 for a social sign-in.
 */
export function resetUserPassword(db: Db, id: string, change: OpenChange, hash: string | null = null): Promise<User> {
  return inTransaction(db, async (db) => {
    const { type, is_deleted } = await userRecords.find(db, id)
    if (type !== 'SIMPLE') throw refused('user_id', SOCIAL_USER, 'not_allowed')
    if (is_deleted) throw refused('user_id', TAKEN_BACK, 'not_allowed')
    await setUserPassword(db, id, { password_hash: hash, must_change_password: 1 }, change)
    await endAppSessions(db, [id])
    if (!hash) await mailLater(db, NEW_PASSWORD_MAIL, { user_id: id })
    return userRecords.find(db, id)
  })
}

/**
 * The mail of resetUserPassword. Each attempt makes a new password; the last mail has the valid one. Once the user has
 * chosen a password, nothing is changed or mailed any more: a repeated attempt may follow a mail that did arrive.
 */
export async function mailNewPassword(db: Db, { user_id }: { user_id: string }, { write }: Writing) {
  const { password, hash: password_hash } = await makePassword()
  const isWanted = await write(db, async (db) => {
    const user = await db
      .selectFrom('users')
      .select('must_change_password')
      .where('id', '=', user_id)
      .executeTakeFirst()
    if (user?.must_change_password !== 1) return false
    const change = openChange({
      actor: { kind: 'system', reason: 'Resetting a password' },
      call: 'mail-new-password',
      kind: 'other',
      message: 'A new password has been set, to be emailed.',
      isFinal: true,
    })
    await setUserPassword(db, user_id, { password_hash, must_change_password: 1 }, change)
    return true
  })
  if (!isWanted) return
  const { email } = await userRecords.find(db, user_id)
  return {
    to: email,
    subject: 'Your new password',
    text: [
      'Hello,',
      `your password for the RV owner app has been reset. The new one is ${password}`,
      'The app asks you to choose your own password when you sign in.',
    ],
  }
}

/** Enqueues a mail that tells a user that their password was changed, by them or someone else. */
export const enqueuePasswordChanged = (db: Db, user_id: string, language: Language | null) =>
  mailLater(db, USER_PASSWORD_MAIL, { user_id, language })

/** The mail of enqueuePasswordChanged. */
export async function mailUserPasswordChanged(db: Db, { user_id }: { user_id: string }) {
  const { email } = await userRecords.find(db, user_id)
  return {
    to: email,
    subject: 'Your password was changed',
    text: ['Hello,', 'your password for the RV owner app was changed.', 'If it was not you, please contact support.'],
  }
}

/**
 * Stores a user's sign-in data, which the history does not contain, and voids previously mailed codes. Call it in a
 * transaction.
 */
export async function setUserPassword(
  db: Db,
  id: string,
  values: { password_hash: string | null; must_change_password: 0 | 1; email_confirmed?: 1 },
  change: AnyChange,
) {
  await recordFacts(db, 'users', id, values, change)
  const { email } = await userRecords.find(db, id)
  await dropCode(db, codeKeys.ownerReset(textKey(email)))
}
