import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { years } from '#contract/years.ts'
import { ADMIN, spawnServer } from '../e2e/server.ts'
import { freePort } from '../server/testing/free-port.ts'
import { startPrivatePostgres } from '../server/testing/private-postgres.ts'
import { random } from '../server/testing/seed.ts'
import { answered, callerOf } from './call.ts'
import { ask, connect, createDatabase, startOn } from './postgres.ts'
import { FEW_ROUNDS, PATIENCE, ROUNDS } from './rounds.ts'
import { keyOf, signIn } from './workload.ts'

let postgres: Awaited<ReturnType<typeof startPrivatePostgres>>
let folders: string[] = []
/** What a single server makes of an empty database, without and with demo data. */
let whatShouldBe: Record<'false' | 'true', Awaited<ReturnType<typeof whatIsThere>>>
vi.setConfig({ testTimeout: PATIENCE })

beforeAll(async () => {
  postgres = await startPrivatePostgres()
  const setUp = async (DEMO_DATA: string) => {
    const url = await createDatabase(postgres)
    await (await startOn(url, aFolder(), { DEMO_DATA })).stop()
    return whatIsThere(url)
  }
  whatShouldBe = { false: await setUp('false'), true: await setUp('true') }
}, PATIENCE)
afterAll(() => {
  postgres.throwAway()
  for (const folder of folders) rmSync(folder, { recursive: true })
})

function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'start-'))
  folders = [...folders, folder]
  return folder
}

const whatIsThere = async (url: string) => ({
  migrations: await ask(url, 'select name from migrations order by name'),
  records: await ask(url, 'select table_name, active, deleted from record_counts order by table_name'),
  admins: await ask(url, 'select email from admins'),
  secrets: await ask(url, 'select name from secrets order by name'),
})

describe('an empty PostgreSQL', () => {
  it.each(Array.from({ length: FEW_ROUNDS }, (_, round) => round))(
    'on which three servers start at once is set up once, and all come up (round %i)',
    async () => {
      const url = await createDatabase(postgres)
      const servers = await Promise.all([1, 2, 3].map(() => startOn(url, aFolder(), { DEMO_DATA: 'true' })))
      expect(new Set(servers.map(({ dataDir }) => keyOf(dataDir))).size).toBe(1)
      for (const server of servers) {
        const call = callerOf(server.url, keyOf(server.dataDir), await signIn(server.url, server.dataDir))
        answered(await call(years.list, {}))
      }
      expect(await whatIsThere(url)).toEqual(whatShouldBe.true)
      await Promise.all(servers.map((server) => server.stop()))
    },
  )

  it.each(Array.from({ length: ROUNDS }, (_, round) => round))(
    'whose server is killed while it sets it up is set up by the next one (round %i)',
    async () => {
      const url = await createDatabase(postgres)
      const dataDir = aFolder()
      const all = whatShouldBe.true.migrations.length
      const after = Math.floor(random() * (all + 1))
      // After the last migration it adds the demo data.
      const DEMO_DATA = after === all ? 'true' : 'false'
      await killWhileSettingUp(url, { DATA_DIR: dataDir, DEMO_DATA }, after)
      expect(await whatIsThere(url).catch(() => 'no tables')).not.toEqual(whatShouldBe[DEMO_DATA])
      await (await startOn(url, dataDir, { DEMO_DATA })).stop()
      expect(await whatIsThere(url)).toEqual(whatShouldBe[DEMO_DATA])
    },
  )
})

/** Starts a server and kills it soon after it has made this many migrations. */
async function killWhileSettingUp(url: string, settings: Record<string, string>, after: number) {
  const server = spawnServer({
    ...settings,
    PORT: String(await freePort()),
    DATABASE_URL: url,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  })
  const watcher = await connect(url)
  for (let made = -1; made < after; ) {
    const found = watcher.query('select count(*) as made from migrations')
    made = await found.then(
      ({ rows }) => Number(rows[0].made),
      () => -1,
    )
  }
  await watcher.end()
  await setTimeout(random() * 30)
  server.kill('SIGKILL')
  await once(server, 'exit')
}

describe('a PostgreSQL that would lose saved records in a power cut', () => {
  it('is warned of at the start, and one that would not is not', async () => {
    const durable = await startPrivatePostgres({ durable: true })
    const said: string[] = []
    for (const place of [postgres, durable]) {
      const server = await startOn(await createDatabase(place), aFolder(), { LOG_LEVEL: 'warn' })
      said.push(server.output())
      await server.stop()
    }
    durable.throwAway()
    expect(said[0]).toContain('PostgreSQL has fsync, full_page_writes, synchronous_commit switched off')
    expect(said[1]).not.toContain('switched off')
  })
})
