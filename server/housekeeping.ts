import type { Db } from './db/schema.ts'
import { sweepFiles } from './files-sweep.ts'
import { forgetOldKeys } from './http/once.ts'
import type { FileStore } from './outside/files/store.ts'
import { forgetOldAppSessions } from './secrets/app-sessions.ts'
import { forgetOldSessions, type SessionLifetime } from './secrets/sessions.ts'

const EVERY_HOUR = 3_600_000

type Log = { error: (details: object, message: string) => void }

/**
 * Throws away what has run out: sessions, one-time codes, counted tries, idempotency keys, at once and then every hour;
 * and once a day, first an hour after the start, files that no row names.
 */
export function startHousekeeping(db: Db, files: FileStore, lifetime: SessionLifetime, log: Log) {
  let turns = 0
  async function tidyUp() {
    await forgetWhatHasRunOut(db, lifetime)
    // It reads all names and texts: too much for every hour, and for a start.
    if (turns++ % 24 === 1) await sweepFiles(db, files)
  }
  const tidy = () => tidyUp().catch((error) => log.error({ err: error }, 'tidying up failed'))
  void tidy()
  const timer = setInterval(tidy, EVERY_HOUR)
  return { stop: () => clearInterval(timer) }
}

async function forgetWhatHasRunOut(db: Db, lifetime: SessionLifetime) {
  const now = new Date().toISOString()
  await forgetOldSessions(db, lifetime)
  await forgetOldAppSessions(db)
  await forgetOldKeys(db)
  await db.deleteFrom('otps').where('expires_at', '<=', now).execute()
  await db.deleteFrom('tries').where('window_ends_at', '<=', now).execute()
}
