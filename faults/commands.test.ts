import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startServer } from '../e2e/server.ts'
import { startFakeFcm } from '../server/testing/fake-fcm.ts'
import { startFakeS3 } from '../server/testing/fake-s3.ts'
import { freePort } from '../server/testing/free-port.ts'
import { startPrivatePostgres } from '../server/testing/private-postgres.ts'
import { createDatabase } from './postgres.ts'
import { PATIENCE } from './rounds.ts'

vi.setConfig({ testTimeout: PATIENCE, hookTimeout: PATIENCE })

const page = readFileSync('docs/operating.md', 'utf8')
const forDevelopers = readFileSync('CONTRIBUTING.md', 'utf8')
/** The code in the first cell of each row of a section's table. */
const firstCells = (part: string, from = page) =>
  (from.split(`\n## ${part}\n`)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code))

let place: string
let postgres: Awaited<ReturnType<typeof startPrivatePostgres>>
let url: string
const at = (...names: string[]) => join(place, ...names)
beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'commands-'))
  postgres = await startPrivatePostgres()
  url = await createDatabase(postgres)
})
afterAll(() => {
  postgres.throwAway()
  rmSync(place, { recursive: true, force: true })
})

type Settings = Record<string, string>
/** An embedded installation, and one on PostgreSQL. */
const installations = (): [kind: string, settings: Settings][] => [
  ['file', { DATA_DIR: at('data') }],
  ['postgres', { DATA_DIR: at('shared'), DATABASE_URL: url }],
]

/** Runs an `npm run` command as docs/operating.md says, without npm's own part. */
function run(words: string[], env: Settings = {}) {
  const { PATH = '', HOME = '' } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/launch.cjs', ...words], {
    env: { PATH, HOME, ...env },
    encoding: 'utf8',
  })
  return { words, status, said: stdout + stderr }
}
const done = (words: string[], said: string) => ({ words, status: 0, said: expect.stringContaining(said) })

/** Starts a command that runs until it is stopped, and stops it once it has printed this. */
async function startAndStop(words: string[], env: Settings, said: string) {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, ['scripts/launch.cjs', ...words], { env: { PATH, HOME, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  await vi.waitFor(() => expect(output).toContain(said), { timeout: 120_000, interval: 100 })
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** Each command that docs/operating.md names, and how it is tried. Parts of `npm test` run with that. */
const partOfTheCheck = ['test', 'test:all', 'check', 'e2e', 'types', 'lint', 'format', 'build']
const tried: Record<string, () => void | Promise<void>> = {
  seed: () => {
    const small = ['seed', '--', '--users', '25100', '--rvs', '30100', '--dealers', '230'].filter(
      (word) => word !== '--',
    )
    for (const [, env] of installations()) {
      expect(run(small, env)).toEqual(done(small, 'dealers: 230'))
    }
  },
  start: async () => {
    const port = String(await freePort())
    await startAndStop(['start'], { DATA_DIR: at('start'), PORT: port, DEMO_DATA: 'false' }, 'is ready at')
  },
  dev: async () => {
    const port = await freePort()
    await startAndStop(['dev'], { DATA_DIR: at('dev'), PORT: String(port), DEMO_DATA: 'false' }, 'is ready at')
  },
  admin: () => {
    for (const [, env] of installations()) {
      expect(run(['admin', 'list'], env)).toEqual(done(['admin', 'list'], 'admin@example.com'))
    }
  },
  'backup, check-backup, restore': async () => {
    for (const [kind, env] of installations()) {
      const words = ['backup', at('backups', kind)]
      expect(run(words, env)).toEqual(done(words, 'Made and checked'))
      const restore = ['restore', at('backups', kind, readdirSync(at('backups', kind))[0] ?? '')]
      const check = ['check-backup', restore[1] ?? '']
      expect(run(check, { DATA_DIR: at(`from-${kind}`) })).toEqual(done(check, 'is sound'))
      const targets: Settings[] = [
        { DATA_DIR: at(`from-${kind}`) },
        { DATA_DIR: at(`again-${kind}`), DATABASE_URL: await createDatabase(postgres) },
      ]
      for (const to of targets) {
        expect(run(restore, to)).toEqual(done(restore, 'Restored the backup'))
      }
    }
  },
  move: async () => {
    const words = ['move', '--to', await createDatabase(postgres)]
    expect(run(words, { DATA_DIR: at('data') })).toEqual(done(words, 'Moved.'))
    expect(run(['move', '--back'], { DATA_DIR: at('data') })).toEqual(done(['move', '--back'], 'Servers can start on'))
  },
  'test:postgres': () => {
    const words = ['test:postgres', 'server/resources/years']
    expect(run(words, { TEST_POSTGRES_URL: postgres.url })).toEqual(done(words, 'passed'))
  },
  unit: () => {
    const { status } = spawnSync('vitest', ['run', '--project', 'server', 'contract/fields'], { encoding: 'utf8' })
    expect(status).toBe(0)
  },
  bench: () => {
    const words = ['bench', '--only', 'logins', '--rows', '1000', '--databases', 'sqlite', '--rounds', '1']
    expect(run(words)).toEqual(done(words, 'logins/s'))
  },
  faults: () => {
    const words = ['faults', '1', 'history']
    expect(run(words)).toEqual(done(words, 'passed, 0 failed'))
  },
  // Its sources are installed for nothing else.
  places: () =>
    expect(run(['places'])).toEqual({
      words: ['places'],
      status: 1,
      said: expect.stringContaining('Please install the sources first'),
    }),
}

describe('commands', () => {
  it('are all tried that the docs name', () => {
    const named = [...firstCells('Commands'), ...firstCells('Checks', forDevelopers), ['npm run dev']]
      .flat()
      .map((command) => /^npm (?:run )?([\w:-]+)/.exec(command)?.[1] ?? command)
    const known = [...partOfTheCheck, ...Object.keys(tried).flatMap((name) => name.split(', '))]
    expect(named.filter((name) => !known.includes(name))).toEqual([])
    expect(known.filter((name) => !named.includes(name))).toEqual([])
  })

  it.each(Object.entries(tried))('%s', async (_name, work) => {
    expect.hasAssertions()
    await work()
  })
})

describe('settings', () => {
  it('are all taken that docs/operating.md names, in one start on each database', async () => {
    const [fcm, s3] = [await startFakeFcm(), await startFakeS3('rv-files')]
    const anywhere = {
      HOST: '127.0.0.1',
      API_URL: '/api/v1',
      BACKUP_DIR: at('scheduled'),
      BACKUP_EVERY_HOURS: '12',
      BACKUP_KEEP: '3,2,1',
      METRICS_PORT: String(await freePort()),
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'Office <office@example.com>',
      OFFICE_TIME_ZONE: 'America/Los_Angeles',
      WARRANTY_URL: 'http://127.0.0.1:1/warranty',
      WEBHOOK_PRIVATE_ADDRESSES: 'true',
      GOOGLE_CLIENT_ID: 'google',
      APPLE_CLIENT_ID: 'apple',
      API_KEY: 'a-key-of-sixteen-or-more',
      APP_KEYS: 'website:another-key-of-sixteen',
      WEBSITE_ORIGINS: 'https://www.example.com',
      DEMO_DATA: 'false',
      DEMO_SOCIAL_SIGN_IN: 'true',
      HISTORY_DAYS: '30',
      PRIVACY_REQUEST_DAYS: '30',
      OWNER_INACTIVE_MONTHS: '36',
      REWRITE_HOUR: '3',
      TERMS_VERSION: '2026-11',
      PREFERENCES_VERSION: '2026-11',
      WEEKLY_MESSAGE_LIMIT: '3',
      MAINTENANCE_REMINDER_DAYS: '2',
      LANGUAGES: 'en,fr',
      SENDER_NAME: 'RV Office',
      SENDER_ADDRESS: '1 Main Street, Bend, Oregon',
      SENDER_CONTACT: 'news@example.com',
      MAKER_NAME: 'Camper Works, Inc.',
      MAKER_ADDRESS: '1 Main Street, Bend, OR 97701',
      REQUIRE_SECOND_FACTOR: 'true',
      SESSION_IDLE_HOURS: '1',
      SESSION_MAX_DAYS: '2',
      TRUST_PROXY: '1',
      DRAIN_SECONDS: '0',
      ACCESS_LOG: 'true',
      MCP: 'true',
      APP_MIN_VERSION_IOS: '2.4.0',
      APP_MIN_VERSION_ANDROID: '2.4',
      LOG_LEVEL: 'warn',
      ...fcm.env,
    }
    const embedded = { ...anywhere, GOOGLE_MAPS_KEY: 'a-key-of-google-maps', GOOGLE_MAP_ID: 'map' }
    const database = await createDatabase(postgres)
    const shared = {
      ...anywhere,
      S3_BUCKET: s3.settings.bucket,
      S3_ENDPOINT: s3.settings.endpoint,
      AWS_ACCESS_KEY_ID: s3.settings.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
      S3_PREFIX: 'rv/',
      S3_REGION: 'eu-west-1',
      DATABASE_URL: database,
      DATABASE_DIRECT_URL: database,
      DATABASE_READ_URL: database,
      MIGRATE: 'force',
      MAP_TILES_URL: 'https://tiles.example.com/{z}/{x}/{y}.png',
      MAP_TILES_CREDIT: 'Tiles',
    }
    // startServer sets these itself.
    const own = ['PORT', 'PUBLIC_URL', 'DATA_DIR', 'ADMIN_EMAIL', 'ADMIN_PASSWORD']
    const given = new Set([...Object.keys(embedded), ...Object.keys(shared), ...own])
    expect(
      firstCells('Settings')
        .flat()
        .filter((name) => !given.has(name)),
    ).toEqual([])
    for (const settings of [embedded, shared]) {
      const server = await startServer({ ...settings, DATA_DIR: at('all-settings') })
      const ready = await fetch(`${server.url}/readyz`)
      expect([ready.status, await ready.json()]).toEqual([200, expect.objectContaining({ status: 'ready' })])
      await server.stop()
    }
    await Promise.all([fcm.stop(), s3.stop()])
  })
})
