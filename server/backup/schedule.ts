import { HOUR, isoNow } from '../clock.ts'
import type { Log } from '../log.ts'
import { repeat } from '../repeat.ts'
import { type BackupNote, type BackupState, withOverdue } from '../watch/notes.ts'
import { type FinishedBackup, type Keep, newestBackup, pruneBackups } from './finished-backups.ts'
import { removeKilledBackups } from './make-backup.ts'
import { rememberHeads } from './manifest.ts'

/** A hanging storage must not block all later backups. */
const LONGEST_HOURS = 3
const LOOK_EVERY = 300_000

/** `make` makes one backup, and stops when the signal says so. It may take `longestHours`. */
type Schedule = {
  folder: string
  /** The installation whose backups are counted and removed; see server/backup/installation.ts. */
  installation: string
  keep: Keep
  everyHours: number
  longestHours?: number
  make: (signal: AbortSignal) => Promise<string>
  /** Whether one may begin now. */
  mayRun?: () => boolean
  /** Called with the findings after each look. */
  note?: (known: BackupNote) => Promise<void>
}
/**
 * Makes a backup every `everyHours` hours, counted from the newest on disk, so restarts do not matter, and removes
 * those beyond `keep`. One that takes too long is stopped; so is a running one when `stop` is called.
 */
export function startBackups(
  {
    folder,
    installation,
    keep,
    everyHours,
    longestHours = LONGEST_HOURS,
    make,
    mayRun = () => true,
    note = async () => {},
  }: Schedule,
  log: Log<'info' | 'error'>,
) {
  const stopped = new AbortController()
  const since = isoNow()
  let problem: string | null = null
  let ofStorage = false

  const ours = { folder, installation, readHead: rememberHeads() }
  let last: FinishedBackup | undefined
  const readLast = async () => {
    last = await newestBackup(ours)
  }
  async function lookAndMake() {
    if (stopped.signal.aborted) return
    await readLast()
    if (!mayRun()) return
    if (last && Date.now() - last.at.getTime() < everyHours * HOUR) return
    try {
      await removeKilledBackups(folder)
      log.info({ backup: await makeInTime() }, 'a backup was made and checked')
      problem = null
      ofStorage = false
      await readLast()
      const damaged = await pruneBackups(ours, keep)
      if (damaged.length) {
        problem = `older backups are damaged: ${damaged.join(', ')}`
        log.error({ damaged }, 'backups are damaged, and were left where they are')
      }
      const { missing = [] } = last ?? {}
      if (missing.length) log.error({ missing }, 'files that records need are missing from the storage')
    } catch (error) {
      if (stopped.signal.aborted) return log.info({}, 'the running backup was stopped')
      problem = (error as Error).message
      ofStorage = (error as { service?: string }).service === 'storage'
      log.error({ err: error }, 'the backup failed')
    }
  }
  async function makeInTime() {
    const late = new AbortController()
    const tooLong = new Error(`the backup took longer than ${longestHours} hours and was stopped`)
    const timer = setTimeout(() => late.abort(tooLong), longestHours * HOUR)
    try {
      return await make(AbortSignal.any([stopped.signal, late.signal]))
    } finally {
      clearTimeout(timer)
    }
  }
  const known = (): BackupNote => ({
    last: last?.at.toISOString() ?? null,
    problem,
    ofStorage,
    missing: last?.missing.length ?? 0,
    since,
    everyHours,
  })
  async function tell() {
    if (stopped.signal.aborted || !mayRun()) return
    await note(known()).catch((error) => log.error({ err: error }, 'what is known of the backups could not be noted'))
  }
  const firstRead = readLast().catch(() => {})
  async function look() {
    await firstRead
    await tell()
    await lookAndMake().catch((error) => log.error({ err: error }, 'the backups could not be read'))
    await tell()
  }
  const looks = repeat(LOOK_EVERY, look, () => {})

  return {
    /** As of the last look at the folder: others ask for it all the time. */
    async state(): Promise<BackupState> {
      await firstRead
      return withOverdue(known())
    },
    stop() {
      stopped.abort()
      return looks.stop()
    },
  }
}
