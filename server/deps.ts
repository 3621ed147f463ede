import type { FastifyBaseLogger } from 'fastify'
import type { Replica } from './db/engines/replica.ts'
import type { Db } from './db/schema.ts'
import type { Trouble } from './integrations/asked.ts'
import type { FileStore } from './integrations/files/store.ts'
import type { Identities } from './integrations/identity/identity.ts'
import type { FetchPicture } from './integrations/pictures/fetch-picture.ts'
import type { Places } from './integrations/places/places.ts'
import type { WarrantyCheck } from './integrations/warranty/register.ts'
import type { PostWebhook } from './integrations/webhooks/post-webhook.ts'
import type { Bus } from './live/bus.ts'
import type { Heartbeat } from './live/heartbeat.ts'
import type { Settings } from './settings/settings.ts'
import type { Facts } from './watch/facts.ts'
import type { BackupState } from './watch/notes.ts'

/** Changes of more records than `moreThan` run in steps of `step`. */
export type LargeChange = { moreThan: number; step: number }

/** What services that store files need. Most other services take `db` alone. */
export type FileDeps = Pick<Deps, 'db' | 'files'>

/** What services that store rich text need: only pictures from `settings.publicUrl` are kept in it. */
export type ContentDeps = Pick<Deps, 'db' | 'settings'>

/** Everything that is passed in from outside: main.ts picks the real parts, tests pick theirs. */
export type Deps = {
  db: Db
  /** A copy of the database for what is published; left out where there is none. */
  replica?: Pick<Replica, 'read' | 'whyUnused'> | undefined
  settings: Settings
  /** The application key that callers must send as x-api-key. */
  apiKey: string
  files: FileStore
  /** Asks the dealer site or the built-in register. */
  checkWarranty: WarrantyCheck
  /** Fetches a picture from another server. */
  fetchPicture: FetchPicture
  /** Sends a message to a receiver of webhooks. */
  postWebhook: PostWebhook
  /** The built-in index of cities and postal codes. */
  places: Places
  /** The social networks that owners can sign in through. */
  identities: Identities
  /** The external services whose last call failed. */
  troubles: () => Trouble[]
  /** Tells open streams, and other servers, what happens. */
  bus: Bus
  /** Which changes run in steps, and how large those are, where it is not as usual. */
  largeChange?: LargeChange | undefined
  /** The state of the backups; left out where none are scheduled. */
  backupState?: (() => Promise<BackupState>) | undefined
  /** What this server knows about itself; left out in tests. */
  heartbeat?: Heartbeat | undefined
  /** Reads the facts of which conditions are made; left out where they are read as usual. */
  readFacts?: (() => Promise<Facts>) | undefined
  log: FastifyBaseLogger
}
