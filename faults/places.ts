import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningServer, startServer } from '../e2e/server.ts'
import { openDatabase } from '../server/db/engines/open.ts'
import { openPostgres } from '../server/db/engines/open-postgres.ts'
import type { Db } from '../server/db/schema.ts'
import { startPrivatePostgres } from '../server/testing/private-postgres.ts'
import { createDatabase, startOn } from './postgres.ts'

export type Place = {
  dataDir: string
  /** Another server, or the same one again. */
  start: () => Promise<RunningServer>
  /** Opens its database, while no server runs. */
  open: () => Db
  end: () => void
}

/** Where a server keeps its data: an empty folder with the embedded database, or with PostgreSQL, each by its name. */
export const places: [string, () => Promise<Place>][] = [
  [
    'the embedded database',
    async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'faults-'))
      const settings = { DATA_DIR: dataDir, DEMO_DATA: 'false', LOG_LEVEL: 'silent' }
      return {
        dataDir,
        start: () => startServer(settings),
        open: () => openDatabase(join(dataDir, 'back-office.db')),
        end: () => rmSync(dataDir, { recursive: true }),
      }
    },
  ],
  [
    'PostgreSQL',
    async () => {
      const postgres = await startPrivatePostgres()
      const dataDir = mkdtempSync(join(tmpdir(), 'faults-'))
      const url = await createDatabase(postgres)
      return {
        dataDir,
        start: () => startOn(url, dataDir, { LOG_LEVEL: 'silent' }),
        open: () => openPostgres(url, 1),
        end() {
          postgres.throwAway()
          rmSync(dataDir, { recursive: true })
        },
      }
    },
  ],
]
