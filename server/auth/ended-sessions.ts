import type { DeleteQueryBuilder, DeleteResult, ExpressionBuilder } from 'kysely'
import { isoNow } from '../clock.ts'
import type { Db, Tables } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { dropSecrets } from './one-time.ts'

type Named = Partial<Pick<Tables['sessions'], 'token_hash' | 'id' | 'admin_id' | 'end_hash' | 'browser'>>
type Deleted = DeleteQueryBuilder<Tables, 'sessions', DeleteResult>

/**
 * Ends sessions on purpose: the one with this token hash, id or link hash, or those of a browser. Returns whose it was
 * and its browser; undefined if there is none, which is not an error. Any change of address it has begun ends too,
 * unless it is named by its own token, as at logout.
 */
export async function endSession(db: Db, which: Named) {
  const [ended] = await end(db, (sessions) => sessions.where((session) => session.and(which)))
  if (ended && which.token_hash === undefined) {
    const begun = db.deleteFrom('one_time_secrets').where('purpose', '=', 'new_address')
    await begun.where('subject', '=', ended.admin_id).where('request', 'like', `${ended.id} %`).execute()
  }
  return ended
}

/**
 * Ends all of an administrator's sessions on purpose, except the one with the token hash `except`. Any change of
 * address that one of them has begun ends too.
 */
export async function endSessions(db: Db, adminId: string, except?: string) {
  await dropSecrets(db, 'new_address', { subject: adminId })
  await end(db, (sessions) => {
    const own = sessions.where('admin_id', '=', adminId)
    if (!except) return own
    const wasOther = (session: ExpressionBuilder<Tables, 'sessions'>) =>
      session.or([session('former_hash', 'is', null), session('former_hash', '<>', except)])
    return own.where('token_hash', '<>', except).where(wasOther)
  })
}

/** Deletes sessions, and remembers that they did not simply expire. */
function end(db: Db, which: (sessions: Deleted) => Deleted) {
  return inTransaction(db, async (db) => {
    const ended = await which(db.deleteFrom('sessions'))
      .returning(['id', 'token_hash', 'former_hash', 'admin_id', 'browser', 'device', 'created_at'])
      .execute()
    const ended_at = isoNow()
    for (const { token_hash, former_hash } of ended) {
      for (const hash of [token_hash, former_hash]) {
        if (hash === null) continue
        await db
          .insertInto('ended_sessions')
          .values({ token_hash: hash, ended_at })
          .onConflict((known) => known.doNothing())
          .execute()
      }
    }
    return ended
  })
}

/** Whether a session that no longer exists was ended on purpose rather than expired. */
export const wasEnded = async (db: Db, tokenHash: string) =>
  (await db
    .selectFrom('ended_sessions')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()) !== undefined
