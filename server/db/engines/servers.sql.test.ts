import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followClock, isoNow } from '../../clock.ts'
import { postgresBus } from '../../live/postgres-bus.ts'
import { openConfiguredDatabase } from '../../start/open-configured.ts'
import { createTestDatabase, openTestDatabase, TEST_SERVER } from '../../testing/open-test-database.ts'
import { waitFor } from '../../testing/wait-for.ts'
import type { Db } from '../schema.ts'
import { openPostgres } from './open-postgres.ts'
import { isAlone, readDatabaseClock, saveServer } from './servers.ts'

let db: Db
let url: string
beforeEach(async () => {
  if (!TEST_SERVER) return
  url = await createTestDatabase(TEST_SERVER)
  db = openPostgres(url, 2)
})
// Opened as a server does, a database sets the clock.
afterAll(() => followClock(undefined))
afterEach(() => db?.destroy())

const aServer = (more: object = {}) => ({
  id: 'one',
  name: 'old-server:3000',
  release: '0.1.0',
  schema_name: '0000-of-another-release',
  started_at: isoNow(),
  seen_at: isoNow(),
  offset_ms: 0,
  hears: 1,
  state: 'serving' as const,
  ...more,
})
const open = (migrateForced = false) => openConfiguredDatabase({ dataDir: '', databaseUrl: url, migrateForced })
/** Makes the database one that starting would migrate. */
const fallBehind = () => db.deleteFrom('migrations').execute()

it.runIf(TEST_SERVER)('A server is alone beside what it was itself before, and not beside another one', async () => {
  await saveServer(db, aServer({ id: 'killed' }))
  await saveServer(db, aServer({ id: 'now' }))
  expect(await isAlone(db, 'now')).toBe(true)
  await saveServer(db, aServer({ id: 'other', name: 'other-server:3000' }))
  expect(await isAlone(db, 'now')).toBe(false)
  await saveServer(db, aServer({ id: 'other', name: 'other-server:3000', seen_at: isoNow(-40_000) }))
  expect(await isAlone(db, 'now')).toBe(true)
})

it.runIf(TEST_SERVER)('The clock of PostgreSQL is read without the time that a connection is waited for', async () => {
  const single = openPostgres(url, 1)
  const others = sql`select pg_sleep(0.45)`.execute(single)
  const offset = (await readDatabaseClock(single)) ?? Number.NaN
  await others
  expect(Math.abs(offset - ((await readDatabaseClock(db)) ?? Number.NaN))).toBeLessThan(100)
  await single.destroy()
})

describe.runIf(TEST_SERVER)('a start that would migrate PostgreSQL', () => {
  it('is refused while servers with another schema are alive, and names them', async () => {
    await fallBehind()
    await saveServer(db, aServer())
    await expect(open()).rejects.toThrow(
      'DATABASE_URL: servers of another release are running: old-server:3000 (release 0.1.0); stop them first, or set MIGRATE=force',
    )
  })

  it('goes on when they are gone, or are of the same schema, or there is nothing to migrate', async () => {
    await saveServer(db, aServer())
    await (await open()).destroy()
    await fallBehind()
    await saveServer(db, aServer({ seen_at: isoNow(-40_000) }))
    // Its functions already exist, so the migration itself fails; nothing stopped it from starting.
    await expect(open()).rejects.toThrow('42723')
  })

  it('that is forced asks them to take no calls, waits until they do not, and lets them go on when it fails', async () => {
    await fallBehind()
    await saveServer(db, aServer())
    const starting = open(true).catch((error: Error) => error.message)
    const announced = db.selectFrom('servers').select('schema_name').where('id', '=', 'update')
    await waitFor(async () => expect(await announced.execute()).toHaveLength(1))
    await saveServer(db, aServer({ state: 'paused' }))
    expect(await starting).toContain('42723')
    expect(await announced.execute()).toEqual([])
  })
})

const connected = pg.Client.prototype.connect

describe.runIf(TEST_SERVER)('what servers tell each other', () => {
  const log = { warn: () => {} }
  const times = { checkEvery: 50, readAgainEvery: 60, patience: 4_000 }
  const cut = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query = 'select 1'`.execute(db)

  it('is known to be heard, and read again when the connection was lost', async () => {
    const bus = postgresBus(url, log, times)
    await waitFor(() => expect(bus.hears()).toBe(true))
    const heard: string[] = []
    bus.subscribe(({ kind }) => heard.push(kind))
    await cut()
    await waitFor(() => expect(heard).toContain('missed'))
    await waitFor(() => expect(bus.hears()).toBe(true))
    await bus.stop()
  })

  it('is listened to anew where the connection works and says nothing any more', async () => {
    const clients: pg.Client[] = []
    const connecting = vi.spyOn(pg.Client.prototype, 'connect').mockImplementation(function (this: pg.Client) {
      clients.push(this)
      return (connected as () => Promise<pg.Client>).call(this)
    })
    const bus = postgresBus(url, log, { ...times, patience: 300 })
    await waitFor(() => expect(bus.hears()).toBe(true))
    const heard: string[] = []
    bus.subscribe(({ kind }) => heard.push(kind))
    await clients[0]?.query('unlisten *')
    await waitFor(() => expect(heard).toContain('missed'))
    await waitFor(() => expect(bus.hears()).toBe(true))
    bus.publish({ kind: 'change', change_id: 'one', record_types: [] })
    await waitFor(() => expect(heard).toContain('change'))
    await bus.stop()
    connecting.mockRestore()
  })
})

it('Nothing of it concerns the embedded database', async () => {
  const embedded = await openTestDatabase()
  expect(await embedded.selectFrom('servers').selectAll().execute()).toEqual([])
  await embedded.destroy()
})
