import { v7 as newId } from 'uuid'
import { SOCIAL_USER, type User } from '#contract/users.ts'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { textKey } from '../../db/text-key.ts'
import { inTransaction } from '../../db/transaction.ts'
import { refused } from '../../errors.ts'
import { enqueue } from '../../jobs/jobs.ts'
import type { Mailer } from '../../outside/mail/mailer.ts'
import { type Changes, writeActivity } from '../../records/activity.ts'
import { changeRecord } from '../../records/change.ts'
import { endAppSessions } from '../../secrets/app-sessions.ts'
import { hashPassword } from '../../secrets/passwords.ts'
import { randomPassword } from '../../secrets/tokens.ts'
import { findUser } from './users.repository.ts'

export const NEW_PASSWORD_MAIL = 'mail-new-password'

/** Who registers: with a password, or as the social network knows them. */
export type NewUser = { name: string; email: string } & (
  | { type: 'SIMPLE'; password_hash: string; social_id: null }
  | { type: 'GOOGLE' | 'FACEBOOK' | 'APPLE'; password_hash: null; social_id: string }
)

/** Adds an active app user, who thereby acts for the first time, and gives back the id. Call it in a transaction. */
export async function addUser(db: Db, { name, email, ...how }: NewUser) {
  const id = newId()
  const now = new Date().toISOString()
  const row = { name, name_key: textKey(name), email, email_key: textKey(email), ...how }
  await db
    .insertInto('users')
    .values({
      ...row,
      id,
      is_deleted: 0,
      version: 1,
      created_at: now,
      updated_at: now,
      status: 1,
      must_change_password: 0,
    })
    .execute()
  const changes: Changes = { name: [null, name], email: [null, email], type: [null, how.type] }
  await writeActivity(db, { action: 'add', table: 'users', id, changes }, { _id: id, kind: 'user' })
  return id
}

/** Turns an app user on or off; turning off ends the user's app sessions. Gives back the user. Throws 404. */
export function changeUserStatus(db: Db, id: string, status: boolean, actor: Actor): Promise<User> {
  return inTransaction(db, async (db) => {
    await findUser(db, id)
    await changeRecord(db, 'users', id, { status: status ? 1 : 0 }, actor)
    if (!status) await endAppSessions(db, id)
    return findUser(db, id)
  })
}

/**
 * Takes a user's password away, ends the user's app sessions and has a new password mailed. That one is made when the
 * mail is sent, so neither the job nor any other row ever holds it. Throws 404, 422 for a user of a social network.
 */
export function resetUserPassword(db: Db, id: string, actor: Actor): Promise<User> {
  return inTransaction(db, async (db) => {
    const { type } = await findUser(db, id)
    if (type !== 'SIMPLE') throw refused('user_id', SOCIAL_USER)
    await setUserPassword(db, id, { password_hash: null, must_change_password: 1 }, actor)
    await endAppSessions(db, id)
    await enqueue(db, NEW_PASSWORD_MAIL, { user_id: id })
    return findUser(db, id)
  })
}

/** The job behind resetUserPassword. Tried again, it makes another password: the one in the last mail is the one that counts. */
export async function mailNewPassword(db: Db, mail: Mailer, { user_id }: { user_id: string }) {
  const password = randomPassword()
  const { name, email } = await findUser(db, user_id)
  const changed = { password_hash: await hashPassword(password), updated_at: new Date().toISOString() }
  await db.updateTable('users').set(changed).where('id', '=', user_id).execute()
  await mail({
    to: email,
    subject: 'Your new password',
    text: [
      `Hello ${name},`,
      `your password for the RV owner app has been reset. The new one is ${password}`,
      'The app asks you to choose a password of your own when you sign in.',
    ].join('\n\n'),
  })
}

/** Stores what a user signs in with; the activity entry tells that it changed and nothing more. Call it in a transaction. */
export async function setUserPassword(
  db: Db,
  id: string,
  values: { password_hash: string | null; must_change_password: 0 | 1 },
  actor: Actor,
) {
  await db
    .updateTable('users')
    .set((user) => ({ ...values, version: user('version', '+', 1), updated_at: new Date().toISOString() }))
    .where('id', '=', id)
    .execute()
  await writeActivity(db, { action: 'edit', table: 'users', id, changes: { password: ['***', '***'] } }, actor)
}
