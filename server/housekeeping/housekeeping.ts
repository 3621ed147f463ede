import { REHEARSAL_HOURS } from '#contract/imports.ts'
import { deleteExpiredAppSessions } from '../auth/app-sessions.ts'
import { deleteOldAddresses } from '../auth/known-addresses.ts'
import { deleteOldBrowsers } from '../auth/known-browsers.ts'
import { deleteExpiredSecrets } from '../auth/one-time.ts'
import { deleteOldTries } from '../auth/rate-limit.ts'
import { deleteOldEvents } from '../auth/security-events.ts'
import { deleteExpiredSessions, type SessionLifetime } from '../auth/sessions.ts'
import { DAY, HOUR, isoNow, MINUTE } from '../clock.ts'
import { deleteRehearsal } from '../db/delete-rehearsal.ts'
import { engineOf } from '../db/engines/engine.ts'
import { inSlices } from '../db/in-slices.ts'
import type { Db } from '../db/schema.ts'
import { tidyNameWords } from '../db/search/name-words.ts'
import { deleteExpiredKeys } from '../http/idempotency.ts'
import { LEFT_UPLOADS } from '../http/multipart.ts'
import { removeReplaced } from '../integrations/files/replaced.ts'
import type { FileStore } from '../integrations/files/store.ts'
import { removeOldMails } from '../integrations/mail/mailer.ts'
import { again } from '../jobs/jobs.ts'
import type { Log } from '../log.ts'
import { repeat } from '../repeat.ts'
import type { SweepNote } from '../watch/notes.ts'
import { tidyWebhooks } from '../webhooks/deliveries.repository.ts'
import { removeAbandoned } from './abandoned.ts'
import { askToReadFiles, askToReadUnknown } from './file-facts.ts'
import { sweepFiles } from './files-sweep.ts'
import { pruneChanges, pruneOld, pruneRollovers, pruneSignIns } from './pruning.ts'

const UNKNOWN_EVERY = 10_000

type House = {
  db: Db
  files: FileStore
  lifetime: SessionLifetime
  historyDays: number
  /** Called each day, with the ids of erased owners. */
  daily?: (erased: string[]) => Promise<unknown>
  /** Called each hour. */
  hourly?: () => Promise<unknown>
  /** Called with the findings of the daily sweep. */
  noteSweep?: (found: SweepNote) => Promise<void>
}

/**
 * What one server does for all. Every ten seconds: looks whether answers named files about which nothing is known. Each
 * minute: refreshes the statistics of tables that have changed much. Each hour: deletes what has expired, such as
 * sessions, one-time codes, rate limits, used tokens, known addresses and browsers, security events older than a year,
 * idempotency keys, import rehearsals, and webhook deliveries. Each day: removes old sign-ins and changes, files that no
 * row names and words that no name has, and returns free space.
 */
export const housekeepingJobs = (
  { db, files, lifetime, historyDays, daily, hourly, noteSweep }: House,
  log: Log<'error'>,
) => ({
  'unknown-files': again(UNKNOWN_EVERY, () => askToReadUnknown(db)),
  statistics: again(MINUTE, () => engineOf(db).keepStatistics(db)),
  'tidy-up': again(HOUR, async () => {
    await deleteExpired(db, lifetime)
    await hourly?.()
  }),
  'sweep-up': again(DAY, async () => {
    await pruneSignIns(db)
    const forgotten = await pruneChanges(db, historyDays)
    await pruneRollovers(db)
    await pruneOld(db)
    await tidyNameWords(db)
    await inSlices(db, engineOf(db).giveBackPages)
    const sweep = await sweepFiles(db, files, Date.now(), forgotten)
    await daily?.(sweep.erased)
    await noteSweep?.({ files: sweep.files, stopped: sweep.stopped, missing: sweep.missing.length })
    await askToReadFiles(db)
    if (sweep.stopped)
      log.error(sweep, 'no files were cleaned up: too many belong to no record; is this the right database?')
    const { missing } = sweep
    if (missing.length) log.error({ missing }, 'files that records need are missing from the storage')
  }),
})

type OwnHouse = {
  /** Where restores leave what they replaced. */
  dataDir: string
  mailFolder: string
  uploadFolder: string
  /** Whether it may run now. */
  mayRun: () => boolean
}

/**
 * What each server does in its own folders, at the start and every hour: removes old mails, leftover uploads and what
 * restores have replaced.
 */
export const startHousekeeping = ({ dataDir, mailFolder, uploadFolder, mayRun }: OwnHouse, log: Log<'error'>) =>
  repeat(
    HOUR,
    async () => {
      if (!mayRun()) return
      await removeOldMails(mailFolder)
      await removeAbandoned(uploadFolder, LEFT_UPLOADS)
      await removeReplaced(dataDir)
    },
    (error) => log.error({ err: error }, 'cleanup failed'),
  )

async function deleteExpired(db: Db, lifetime: SessionLifetime) {
  await deleteExpiredSessions(db, lifetime)
  await deleteExpiredAppSessions(db)
  await deleteExpiredKeys(db)
  await deleteOldAddresses(db)
  await deleteOldBrowsers(db)
  await deleteOldEvents(db)
  await deleteExpiredSecrets(db)
  await tidyWebhooks(db)
  await deleteOldTries(db)
  await deleteOldRehearsals(db)
}

/** Column mappings not chosen for this long are forgotten. */
const MAPPING_DAYS = 365

/**
 * Deletes rehearsals more than a day old, with their rows, and mappings chosen long ago; spares rehearsals being
 * applied.
 */
export async function deleteOldRehearsals(db: Db) {
  const oldest = new Date(Date.parse(isoNow()) - REHEARSAL_HOURS * HOUR).toISOString()
  const old = db.selectFrom('import_rehearsals').where('created_at', '<=', oldest).where('state', '<>', 'applying')
  for (const { id } of await old.select('id').execute()) await deleteRehearsal(db, id)
  const aYearAgo = new Date(Date.parse(isoNow()) - MAPPING_DAYS * DAY).toISOString()
  await db.deleteFrom('import_mappings').where('used_at', '<=', aYearAgo).execute()
}
