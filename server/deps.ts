import type { FastifyBaseLogger } from 'fastify'
import type { BackupState } from './backup/schedule.ts'
import type { Db } from './db/schema.ts'
import type { FileStore } from './outside/files/store.ts'
import type { Identities } from './outside/identity/identity.ts'
import type { Places } from './outside/places/places.ts'
import type { WarrantyCheck } from './outside/warranty/register.ts'
import type { Settings } from './settings.ts'

/** What services need: most take `db` alone, those that keep files these two. */
export type FileDeps = Pick<Deps, 'db' | 'files'>

/** What a service needs that keeps rich text, whose pictures may come from `settings.publicUrl` only. */
export type ContentDeps = Pick<Deps, 'db' | 'settings'>

/** All that the product needs from around it; main.ts picks the real parts, tests pick theirs. */
export type Deps = {
  db: Db
  settings: Settings
  /** The application key that callers must send. */
  apiKey: string
  files: FileStore
  /** The dealer site, or the built-in register. */
  checkWarranty: WarrantyCheck
  /** The built-in index of cities and postal codes. */
  places: Places
  /** The social networks through which owners sign in. */
  identities: Identities
  /** Tells the job queue that something is due now. */
  lookForJobs: () => void
  /** How the backups stand; left out where none are scheduled. */
  backupState?: (() => Promise<BackupState>) | undefined
  log: FastifyBaseLogger
}
