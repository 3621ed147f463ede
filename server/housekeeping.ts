import type { Db } from './db/schema.ts'
import { type Sweep, sweepFiles } from './files-sweep.ts'
import { deleteExpiredKeys } from './http/idempotency.ts'
import type { FileStore } from './outside/files/store.ts'
import { deleteExpiredAppSessions } from './secrets/app-sessions.ts'
import { deleteOldAddresses } from './secrets/known-addresses.ts'
import { deleteExpiredSessions, type SessionLifetime } from './secrets/sessions.ts'

const EVERY_HOUR = 3_600_000

type Log = { error: (details: object, message: string) => void }

/**
 * Deletes expired sessions, one-time codes, rate limits, known addresses and idempotency keys at the start and every hour, and once a
 * day, first after an hour, takes away files that no row names. `lastSweep` returns what the last one found.
 */
export function startHousekeeping(db: Db, files: FileStore, lifetime: SessionLifetime, log: Log) {
  let turns = 0
  let sweep: Sweep | undefined
  async function tidyUp() {
    await deleteExpired(db, lifetime)
    // Reading all names and texts is too much work for every hour and for the start.
    if (turns++ % 24 !== 1) return
    sweep = await sweepFiles(db, files)
    if (sweep.stopped)
      log.error(sweep, 'no files were swept: too many are named by no row; is this the right database?')
  }
  const tidy = () => tidyUp().catch((error) => log.error({ err: error }, 'tidying up failed'))
  void tidy()
  const timer = setInterval(tidy, EVERY_HOUR)
  return { lastSweep: () => sweep, stop: () => clearInterval(timer) }
}

async function deleteExpired(db: Db, lifetime: SessionLifetime) {
  const now = new Date().toISOString()
  await deleteExpiredSessions(db, lifetime)
  await deleteExpiredAppSessions(db)
  await deleteExpiredKeys(db)
  await deleteOldAddresses(db)
  await db.deleteFrom('otps').where('expires_at', '<=', now).execute()
  await db.deleteFrom('tries').where('window_ends_at', '<=', now).execute()
}
