import { isoNow, newId, now } from '../clock.ts'
import { readQuery } from '../db/raw-query.ts'
import type { Db } from '../db/schema.ts'
import type { Session } from './sessions.ts'
import { randomToken, sha256 } from './tokens.ts'

const DAY = 86_400_000
/** People use the app seasonally: a session ends after a winter without use, and after a year in any case. */
const IDLE_DAYS = 180
const MAX_DAYS = 365
/** In milliseconds, how old `used_at` may get before it is written again, so that not every call writes. */
const USE_NOTED_EVERY = 3_600_000

/**
 * Opens an owner's session, records the sign-in, and returns the token, of which only the hash is stored. Call it
 * in a transaction.
 */
export async function openAppSession(db: Db, userId: string) {
  const token = randomToken()
  const now = isoNow()
  await db
    .insertInto('app_sessions')
    .values({ token_hash: sha256(token), user_id: userId, created_at: now, used_at: now })
    .execute()
  await db.insertInto('app_sign_ins').values({ id: newId(), user_id: userId, at: now }).execute()
  return token
}

/** Whether an owner is signed in somewhere. */
export const hasAppSession = async (db: Db, userId: string) =>
  (await db.selectFrom('app_sessions').select('token_hash').where('user_id', '=', userId).executeTakeFirst()) !==
  undefined

/**
 * The app session of a token and its user, or null if the token is unknown or the session has ended, idled too long or
 * is too old.
 */
export async function findAppSession(db: Db, token: string): Promise<Session | null> {
  const tokenHash = sha256(token)
  const [session] = await readQuery<{ created_at: string; used_at: string; user_id: string }>(
    db,
    'select created_at, used_at, user_id from app_sessions where token_hash = ?',
    [tokenHash],
  )
  if (!session) return null
  const time = now()
  const idle = time - Date.parse(session.used_at)
  const age = time - Date.parse(session.created_at)
  // A session from the future was opened while the clock was ahead and would outlive all others.
  if (idle > IDLE_DAYS * DAY || age > MAX_DAYS * DAY || age < -DAY) {
    await endAppSession(db, tokenHash)
    return null
  }
  if (idle > USE_NOTED_EVERY) {
    const used = { used_at: new Date(time).toISOString() }
    // A full disk must not keep anybody from reading; a later call records the use.
    await db
      .updateTable('app_sessions')
      .set(used)
      .where('token_hash', '=', tokenHash)
      .execute()
      .catch(() => {})
  }
  return { tokenHash, actor: { _id: session.user_id, kind: 'user' } }
}

/** The app session of an active user as it is now, or null if it has ended. Asking does not count as a use. */
export async function appSessionNow(db: Db, tokenHash: string): Promise<Session | null> {
  const [session] = await readQuery<{ user_id: string; status: number }>(
    db,
    `select user_id, (select status from users where users.id = user_id) as status from app_sessions
     where token_hash = ?`,
    [tokenHash],
  )
  return session?.status === 1 ? { tokenHash, actor: { _id: session.user_id, kind: 'user' } } : null
}

/** Ends one app session. Does nothing if it is missing. */
export const endAppSession = (db: Db, tokenHash: string) =>
  db.deleteFrom('app_sessions').where('token_hash', '=', tokenHash).execute()

/** Ends all app sessions of these users. */
export async function endAppSessions(db: Db, userIds: string[]) {
  if (userIds.length) await db.deleteFrom('app_sessions').where('user_id', 'in', userIds).execute()
}

/** Deletes the app sessions that have expired. */
export async function deleteExpiredAppSessions(db: Db) {
  const ago = (days: number) => isoNow(-days * DAY)
  // One after the other, as each then uses its index.
  await db.deleteFrom('app_sessions').where('used_at', '<', ago(IDLE_DAYS)).execute()
  await db.deleteFrom('app_sessions').where('created_at', '<', ago(MAX_DAYS)).execute()
  await db.deleteFrom('app_sessions').where('created_at', '>', ago(-1)).execute()
}
