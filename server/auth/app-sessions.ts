import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Language } from '#contract/french.ts'
import { DAY, HOUR, isoNow, newId, now } from '../clock.ts'
import { deleteInSlices, inSlices } from '../db/in-slices.ts'
import { readQuery } from '../db/raw-query.ts'
import type { Db, Tables } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Session } from './sessions.ts'
import { randomToken, sha256 } from './tokens.ts'

/** People use the app seasonally: a session ends after a winter without use, and after a year at the latest. */
const IDLE_DAYS = 180
const MAX_DAYS = 365
/** In milliseconds: how old `used_at` may get before it is updated, so that not every call writes. */
const USE_NOTED_EVERY = HOUR

/**
 * Opens an owner's session, records the sign-in, and returns the token; only its hash is stored. Call it in a
 * transaction.
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

/** When a session opened now ends at the latest (ISO 8601). */
export const appSessionEnd = () => isoNow(MAX_DAYS * DAY)

/** Whether an owner is signed in anywhere. */
export const hasAppSession = async (db: Db, userId: string) =>
  (await db.selectFrom('app_sessions').select('token_hash').where('user_id', '=', userId).executeTakeFirst()) !==
  undefined

/**
 * The app session of a token and its user; null if the token is unknown or the session has ended, been idle too long or
 * is too old.
 */
export async function findAppSession(db: Db, token: string): Promise<Session | null> {
  const tokenHash = sha256(token)
  const [session] = await readQuery<{
    created_at: string
    used_at: string
    user_id: string
    status: number
    language: Language | null
  }>(
    db,
    `select created_at, used_at, user_id, (select status from users where users.id = user_id) as status,
       (select language from users where users.id = user_id) as language
     from app_sessions where token_hash = ?`,
    [tokenHash],
  )
  if (session?.status !== 1) return null
  const time = now()
  const idle = time - Date.parse(session.used_at)
  const age = time - Date.parse(session.created_at)
  // A session from the future was opened while the clock was ahead, and would outlive all others.
  if (idle > IDLE_DAYS * DAY || age > MAX_DAYS * DAY || age < -DAY) {
    await endAppSession(db, tokenHash, 'expired')
    return null
  }
  if (idle > USE_NOTED_EVERY) {
    const used = { used_at: new Date(time).toISOString() }
    // A full disk must not stop anyone from reading; a later call records the use.
    await db
      .updateTable('app_sessions')
      .set(used)
      .where('token_hash', '=', tokenHash)
      .execute()
      .catch(() => {})
  }
  return { tokenHash, actor: { _id: session.user_id, kind: 'user' }, language: session.language }
}

/** An active user's app session as it is now, or null if it has ended. This does not count as a use. */
export async function appSessionNow(db: Db, tokenHash: string): Promise<Session | null> {
  const [session] = await readQuery<{ user_id: string; status: number }>(
    db,
    `select user_id, (select status from users where users.id = user_id) as status from app_sessions
     where token_hash = ?`,
    [tokenHash],
  )
  return session?.status === 1 ? { tokenHash, actor: { _id: session.user_id, kind: 'user' } } : null
}

type Why = Tables['ended_app_sessions']['why']
type Which = (session: ExpressionBuilder<Tables, 'app_sessions'>) => Expression<SqlBool>

/** Ends one app session, if it exists. */
export const endAppSession = (db: Db, tokenHash: string, why: Why = 'ended') =>
  end(db, why, (session) => session('token_hash', '=', tokenHash))

/** Ends all app sessions of these users. */
export async function endAppSessions(db: Db, userIds: string[], why: Why = 'ended') {
  if (userIds.length) await end(db, why, ofOwners(userIds))
}

/** The sessions of these users, and the suspended ones of accounts merged into theirs: those phones get messages. */
const ofOwners =
  (userIds: string[]): Which =>
  (session) =>
    session.or([
      session('user_id', 'in', userIds),
      session('user_id', 'in', (merged) => merged.selectFrom('users').select('id').where('merged_into', 'in', userIds)),
    ])

/** Ends all of a user's app sessions except the one with this token. */
export const endOtherAppSessions = (db: Db, userId: string, tokenHash: string) =>
  end(db, 'ended', (session) => session.and([ofOwners([userId])(session), session('token_hash', '<>', tokenHash)]))

/** Deletes expired app sessions, and forgets ended ones whose tokens no app can still hold. */
export async function deleteExpiredAppSessions(db: Db) {
  const ago = (days: number) => isoNow(-days * DAY)
  const expired = (which: Which) =>
    inSlices(db, async (db, most) => {
      const over = await db.selectFrom('app_sessions').select('token_hash').where(which).limit(most).execute()
      const hashes = over.map(({ token_hash }) => token_hash)
      if (hashes.length) await end(db, 'expired', (session) => session('token_hash', 'in', hashes))
      return hashes.length
    })
  // One by one, so that each uses its own index.
  await expired((session) => session('used_at', '<', ago(IDLE_DAYS)))
  await expired((session) => session('created_at', '<', ago(MAX_DAYS)))
  await expired((session) => session('created_at', '>', ago(-1)))
  await deleteInSlices(db, 'ended_app_sessions', 'token_hash', 'ended_at < ?', [ago(MAX_DAYS)])
}

/** Why an app session no longer exists; undefined for an unknown token. */
export async function sessionEndReason(db: Db, tokenHash: string) {
  const ended = await db
    .selectFrom('ended_app_sessions')
    .select('why')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (ended) return ended.why
  const [waits] = await readQuery<object>(
    db,
    'select 1 as waits from app_sessions inner join users on users.id = user_id where token_hash = ? and status = 0',
    [tokenHash],
  )
  return waits && ('deactivated' as const)
}

/** Deletes sessions and remembers why. */
const end = (db: Db, why: Why, which: Which) =>
  inTransaction(db, async (db) => {
    await db
      .insertInto('ended_app_sessions')
      .columns(['token_hash', 'why', 'ended_at'])
      .expression((eb) =>
        eb
          .selectFrom('app_sessions')
          .select(['token_hash', eb.val(why).as('why'), eb.val(isoNow()).as('ended_at')])
          .where(which),
      )
      .onConflict((known) => known.doNothing())
      .execute()
    await db.deleteFrom('app_sessions').where(which).execute()
  })
