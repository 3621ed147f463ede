import type { FastifyBaseLogger } from 'fastify'
import type { Replica } from './db/engines/replica.ts'
import type { Db } from './db/schema.ts'
import type { Trouble } from './integrations/asked.ts'
import type { FileStore } from './integrations/files/store.ts'
import type { Identities } from './integrations/identity/identity.ts'
import type { FetchPicture } from './integrations/pictures/fetch-picture.ts'
import type { Places } from './integrations/places/places.ts'
import type { Push } from './integrations/push/push.ts'
import type { WarrantyCheck } from './integrations/warranty/register.ts'
import type { PostWebhook } from './integrations/webhooks/post-webhook.ts'
import type { Bus } from './live/bus.ts'
import type { Heartbeat } from './live/heartbeat.ts'
import type { Settings } from './settings/settings.ts'
import type { Facts } from './watch/facts.ts'
import type { BackupState } from './watch/notes.ts'

/** Changes of more than `moreThan` records run in steps: of `step`, then of as many as take `target` milliseconds. */
export type LargeChange = { moreThan: number; step: number; target?: number | undefined }

/** What services that store files need. Most other services take `db` alone. */
export type FileDeps = Pick<Deps, 'db' | 'files'>

/** What services that store rich text need: it may only contain pictures from `settings.publicUrl`. */
export type ContentDeps = Pick<Deps, 'db' | 'settings'>

/** Everything passed in from outside: main.ts picks the real parts, tests pick theirs. */
export type Deps = {
  db: Db
  /** A copy of the database for published content; left out if there is none. */
  replica?: Pick<Replica, 'read' | 'whyUnused'> | undefined
  settings: Settings
  /** The application key that callers must send as x-api-key. */
  apiKey: string
  files: FileStore
  /** Asks the dealer site or the built-in register. */
  checkWarranty: WarrantyCheck
  /** Fetches a picture from another server. */
  fetchPicture: FetchPicture
  /** Pushes a message to phones. */
  push: Push
  /** Sends a message to a receiver of webhooks. */
  postWebhook: PostWebhook
  /** The built-in index of cities and postal codes. */
  places: Places
  /** The social networks that owners can sign in through. */
  identities: Identities
  /** The external services whose last call failed. */
  troubles: () => Trouble[]
  /** Tells open streams and other servers what happens. */
  bus: Bus
  /** Which changes run in steps, and of what size, if not the usual ones. */
  largeChange?: LargeChange | undefined
  /** The state of the backups; left out if none are scheduled. */
  backupState?: (() => Promise<BackupState>) | undefined
  /** What this server knows about itself; left out in tests. */
  heartbeat?: Heartbeat | undefined
  /** Reads the facts that conditions are made from; left out for the usual ones. */
  readFacts?: (() => Promise<Facts>) | undefined
  log: FastifyBaseLogger
}
