import type { Db } from './db/schema.ts'
import { sweepFiles } from './files-sweep.ts'
import { forgetOldKeys } from './http/once.ts'
import type { FileStore } from './outside/files/store.ts'
import { forgetOldAppSessions } from './secrets/app-sessions.ts'
import { forgetOldSessions, type SessionLifetime } from './secrets/sessions.ts'

const EVERY_HOUR = 3_600_000

type Log = { error: (details: object, message: string) => void }

/**
 * Throws away what has run out: sessions, one-time codes, counted tries, idempotency keys, files that no row names. At
 * once and then every hour.
 */
export function startHousekeeping(db: Db, files: FileStore, lifetime: SessionLifetime, log: Log) {
  const tidy = () => tidyUp(db, files, lifetime).catch((error) => log.error({ err: error }, 'tidying up failed'))
  void tidy()
  const timer = setInterval(tidy, EVERY_HOUR)
  return { stop: () => clearInterval(timer) }
}

async function tidyUp(db: Db, files: FileStore, lifetime: SessionLifetime) {
  const now = new Date().toISOString()
  await forgetOldSessions(db, lifetime)
  await forgetOldAppSessions(db)
  await forgetOldKeys(db)
  await db.deleteFrom('otps').where('expires_at', '<=', now).execute()
  await db.deleteFrom('tries').where('window_ends_at', '<=', now).execute()
  await sweepFiles(db, files)
}
