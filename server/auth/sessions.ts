import type { Language } from '#contract/french.ts'
import { UNKNOWN_BROWSER } from '#contract/sign-in.ts'
import type { Actor } from '../actor.ts'
import { DAY, HOUR, isoNow, MINUTE, newId, now } from '../clock.ts'
import { deleteInSlices } from '../db/in-slices.ts'
import { readQuery } from '../db/raw-query.ts'
import type { Db, Tables } from '../db/schema.ts'
import type { Grant } from './program-keys/grants.ts'
import { randomToken, sha256 } from './tokens.ts'

export type SessionLifetime = { sessionIdleHours: number; sessionMaxDays: number }
export type Session = {
  tokenHash: string
  actor: Actor
  /** The language an owner wants to read, if they said so. */
  language?: Language | null
  /** An administrator's assurance beyond the session. */
  assurance?: Assurance
  /** For a program: its key, what that allows, and its address. */
  program?: Program
}
export type Program = { id: string; grant: Grant; isAllowedAt: (address: string) => boolean }
export type Assurance = { provedAt: string; hasSecondFactor: boolean; hasPasskey: boolean }

/** In milliseconds: how long calls may still begin with a replaced token, as those of other windows do. */
const FORMER_TOKEN_COUNTS = MINUTE
/** In milliseconds: how old `used_at` may get before it is updated, so that not every call writes. */
const USE_NOTED_EVERY = MINUTE

/** Opens a session, records the administrator's sign-in, and returns the session's token; only its hash is stored. */
export async function openSession(
  db: Db,
  adminId: string,
  {
    id = newId(),
    device = UNKNOWN_BROWSER,
    address = '',
    browser = null,
  }: { id?: string; device?: string; address?: string; browser?: string | null } = {},
) {
  const token = randomToken()
  const now = isoNow()
  const times = { created_at: now, used_at: now, proved_at: now }
  const session = { id, token_hash: sha256(token), admin_id: adminId, device, address, end_hash: null, browser }
  await db
    .insertInto('sessions')
    .values({ ...session, ...times })
    .execute()
  await db.updateTable('admins').set({ last_sign_in: now }).where('id', '=', adminId).execute()
  return token
}

/**
 * The session of a token and its administrator; null if the token is unknown, the administrator is not active, or the
 * session has ended, been idle too long, is too old or from the future. `counts` says whether this is a use of the
 * session. A replaced token carries no proof.
 */
export async function findSession(
  db: Db,
  token: string,
  lifetime: SessionLifetime,
  counts = true,
): Promise<Session | null> {
  const session = await livingSession(db, sha256(token), lifetime, FORMER_TOKEN_COUNTS)
  if (!session) return null
  const { tokenHash, isFormer } = session
  // Whoever holds the former token has proved nothing.
  if (isFormer) session.assurance.provedAt = ''
  if (counts && session.idle > USE_NOTED_EVERY) {
    const used = { used_at: isoNow() }
    // A full disk must not stop anyone from reading; a later call records the use.
    await db
      .updateTable('sessions')
      .set(used)
      .where('token_hash', '=', tokenHash)
      .execute()
      .catch(() => {})
  }
  return { tokenHash, actor: { _id: session.admin_id, kind: 'admin' }, assurance: session.assurance }
}

/**
 * The current state of a session whose call or stream was admitted with this hash; null if it has ended. This does not
 * count as a use, and a token replaced in the meantime still counts.
 */
export async function sessionNow(db: Db, tokenHash: string, lifetime: SessionLifetime): Promise<Session | null> {
  const session = await livingSession(db, tokenHash, lifetime, lifetime.sessionMaxDays * DAY)
  return (
    session && {
      tokenHash: session.tokenHash,
      actor: { _id: session.admin_id, kind: 'admin' },
      assurance: session.assurance,
    }
  )
}

type Living = Pick<Tables['sessions'], 'token_hash' | 'created_at' | 'used_at' | 'proved_at' | 'admin_id'> & {
  status: string
  totp_since: string | null
  passkey_count: number | string
}

// Every call looks up its session. Subselects find their rows by key, whatever statistics SQLite has.
const ofAdmin = (column: string) => `(select ${column} from admins where admins.id = sessions.admin_id) as ${column}`
const LIVING = `select token_hash, created_at, used_at, proved_at, admin_id,
  ${['status', 'totp_since', 'passkey_count'].map(ofAdmin).join(', ')}`

const BY_TOKEN = `${LIVING} from sessions where token_hash = ?`
const BY_FORMER_TOKEN = `${LIVING} from sessions where former_hash = ? and rotated_at >= ?`

/** The session of a token, or of one that was replaced within this many milliseconds. */
async function livingSession(db: Db, hash: string, lifetime: SessionLifetime, replacedWithin: number) {
  const [found] = await readQuery<Living>(db, BY_TOKEN, [hash])
  const [former] = found ? [] : await readQuery<Living>(db, BY_FORMER_TOKEN, [hash, isoNow(-replacedWithin)])
  const session = found ?? former
  if (session?.status !== 'ACTIVE') return null

  const time = now()
  const idle = time - Date.parse(session.used_at)
  const age = time - Date.parse(session.created_at)
  if (idle > lifetime.sessionIdleHours * HOUR || age > lifetime.sessionMaxDays * DAY || age < -HOUR) {
    await db.deleteFrom('sessions').where('token_hash', '=', session.token_hash).execute()
    return null
  }
  const hasPasskey = Number(session.passkey_count) > 0
  const hasSecondFactor = hasPasskey || session.totp_since !== null
  const { token_hash: tokenHash, admin_id } = session
  return {
    tokenHash,
    admin_id,
    isFormer: former !== undefined,
    idle,
    assurance: { provedAt: session.proved_at, hasSecondFactor, hasPasskey },
  }
}

/** An administrator's sessions that have not ended, last used first. */
export async function livingSessions(db: Db, adminId: string, lifetime: SessionLifetime) {
  const { idle, age, ahead } = limitsOf(lifetime)
  return db
    .selectFrom('sessions')
    .select(['id', 'token_hash', 'device', 'address', 'created_at', 'used_at'])
    .where('admin_id', '=', adminId)
    .where('used_at', '>=', idle)
    .where('created_at', '>=', age)
    .where('created_at', '<=', ahead)
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** The id of the session with this token hash, or with one that replaced it. */
export async function sessionIdOf(db: Db, tokenHash: string) {
  const named = db.selectFrom('sessions').select('id')
  const found = await named
    .where((session) => session.or([session('token_hash', '=', tokenHash), session('former_hash', '=', tokenHash)]))
    .executeTakeFirst()
  return found?.id ?? ''
}

/** When the session with this token hash, or with one that replaced it, was opened; undefined once it has ended. */
export async function sessionStart(db: Db, tokenHash: string) {
  const found = await db
    .selectFrom('sessions')
    .select('created_at')
    .where((session) => session.or([session('token_hash', '=', tokenHash), session('former_hash', '=', tokenHash)]))
    .executeTakeFirst()
  return found?.created_at
}

/** Records that the person has re-authenticated in this session. */
const noteProof = (db: Db, tokenHash: string) =>
  db
    .updateTable('sessions')
    .set({ proved_at: isoNow() })
    .where((session) => session.or([session('token_hash', '=', tokenHash), session('former_hash', '=', tokenHash)]))
    .execute()

/**
 * Records the same and replaces the session's token, because anyone else with the old one has not re-authenticated.
 * Returns the new one; null if another call replaced it at the same moment. Call it in a transaction.
 */
export async function renewToken(db: Db, tokenHash: string) {
  const token = randomToken()
  const at = isoNow()
  const renewed = await db
    .updateTable('sessions')
    .set({
      token_hash: sha256(token),
      former_hash: tokenHash,
      rotated_at: at,
      proved_at: at,
    })
    .where('token_hash', '=', tokenHash)
    .returning('id')
    .executeTakeFirst()
  if (renewed) return token
  await noteProof(db, tokenHash)
  return null
}

/** Deletes expired sessions, and forgets ended ones that would have expired by now. */
export async function deleteExpiredSessions(db: Db, lifetime: SessionLifetime) {
  const { idle, age, ahead } = limitsOf(lifetime)
  const isOver = 'used_at < ? or created_at < ? or created_at > ?'
  await deleteInSlices(db, 'sessions', 'token_hash', isOver, [idle, age, ahead])
  await deleteInSlices(db, 'ended_sessions', 'token_hash', 'ended_at < ?', [age])
}

/**
 * The earliest times a session must have been used and opened. One opened while the clock was ahead would outlive all
 * others.
 */
function limitsOf({ sessionIdleHours, sessionMaxDays }: SessionLifetime) {
  const ago = (hours: number) => isoNow(-hours * HOUR)
  return { idle: ago(sessionIdleHours), age: ago(sessionMaxDays * 24), ahead: ago(-1) }
}
