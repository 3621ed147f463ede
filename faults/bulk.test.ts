import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { changes, records } from '#contract/changes.ts'
import { startServer } from '../e2e/server.ts'
import { openDatabase } from '../server/db/engines/open.ts'
import { SqliteFile } from '../server/db/engines/sqlite-file.ts'
import { migrate } from '../server/db/migrate.ts'
import { inTransaction } from '../server/db/transaction.ts'
import { addUsers } from '../server/demo/add-people.ts'
import { random } from '../server/testing/seed.ts'
import { answered, callerOf } from './call.ts'
import { FEW_ROUNDS, PATIENCE } from './rounds.ts'
import { keyOf, signIn } from './workload.ts'

const USERS = 6000
/** Longer than the lease of a job that its process left behind. */
const LONGEST_WAIT_MS = 100_000

/** How many users are active, and what the history says, read without the server. */
function whatIsThere(dataDir: string) {
  const database = new SqliteFile(join(dataDir, 'back-office.db'), { readonly: true })
  const one = (query: string) => Number(database.column(query)[0])
  const found = {
    active: one('select count(*) from users where status = 1'),
    entries: one(`select count(*) from activity where table_name = 'users' and action = 'edit'`),
    counted: one(`select coalesce(sum(record_count), 0) from changes where record_type = 'users'`),
    running: one(`select count(*) from changes where state = 'running'`),
  }
  database.close()
  return found
}

it.each(Array.from({ length: FEW_ROUNDS }, (_, round) => round))(
  'a server killed in the middle of a change of very many records, and of its undo, goes on with it (round %i)',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'bulk-'))
    const settings = { DATA_DIR: dataDir, DEMO_DATA: 'false', LOG_LEVEL: 'silent' }
    const db = openDatabase(join(dataDir, 'back-office.db'))
    await migrate(db)
    await inTransaction<unknown>(db, (db) => addUsers(db, USERS))
    await db.destroy()
    let server = await startServer(settings)
    const token = await signIn(server.url, dataDir)
    const call = () => callerOf(server.url, keyOf(dataDir), token)
    const before = whatIsThere(dataDir)

    async function killedMeanwhile() {
      await setTimeout(20 + random() * 150)
      server.process.kill('SIGKILL')
      await once(server.process, 'exit')
      const { entries, counted } = whatIsThere(dataDir)
      expect(counted).toBe(entries)
      server = await startServer(settings)
      for (let waited = 0; whatIsThere(dataDir).running && waited < LONGEST_WAIT_MS; waited += 500)
        await setTimeout(500)
    }

    const all = { record_type: 'users', action: 'deactivate', matching: {}, expect: USERS } as const
    const bulk = answered(await call()(records.bulk, all))
    await killedMeanwhile()
    expect(whatIsThere(dataDir)).toEqual({ active: 0, entries: before.active, counted: before.active, running: 0 })

    answered(await call()(changes.undo, { change_id: bulk.change_id ?? '' }))
    await killedMeanwhile()
    expect(whatIsThere(dataDir)).toMatchObject({ active: before.active, entries: 2 * before.active, running: 0 })
    await server.stop()
    rmSync(dataDir, { recursive: true })
  },
  PATIENCE + 2 * LONGEST_WAIT_MS,
)
