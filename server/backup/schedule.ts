import { listBackups } from './make-backup.ts'
import { readManifest } from './manifest.ts'

const HOUR = 3_600_000
const LOOK_EVERY = 300_000

export type BackupState = {
  /** When the newest finished backup was made (ISO 8601); null when there is none. */
  last: string | null
  /** Why the last attempt failed; null when it did not. */
  problem: string | null
  /** No backup was finished for twice the interval, or the last attempt failed. */
  overdue: boolean
}

type Schedule = { folder: string; everyHours: number; make: () => Promise<string> }
type Log = { info: (details: object, message: string) => void; error: (details: object, message: string) => void }

/** Makes a backup every `everyHours` hours, counted from the newest one on disk, so restarts do not matter. */
export function startBackups({ folder, everyHours, make }: Schedule, log: Log) {
  const started = Date.now()
  let problem: string | null = null
  let running = Promise.resolve()

  const newest = async () => {
    const [path] = await listBackups(folder)
    return path ? (await readManifest(path)).at : null
  }
  async function lookAndMake() {
    const last = await newest()
    const age = last ? Date.now() - Date.parse(last) : Number.POSITIVE_INFINITY
    // A backup from the future was made while the clock was ahead.
    if (age >= 0 && age < everyHours * HOUR) return
    try {
      log.info({ backup: await make() }, 'a backup was made and checked')
      problem = null
    } catch (error) {
      problem = (error as Error).message
      log.error({ err: error }, 'the backup failed')
    }
  }
  const look = () => {
    running = running.then(lookAndMake).catch((error) => log.error({ err: error }, 'the backups could not be read'))
  }
  look()
  const timer = setInterval(look, LOOK_EVERY)

  return {
    async state(): Promise<BackupState> {
      const last = await newest().catch(() => null)
      const age = Date.now() - (last ? Date.parse(last) : started)
      return { last, problem, overdue: problem !== null || age > 2 * everyHours * HOUR }
    },
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
