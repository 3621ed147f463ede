import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '../server/testing/free-port.ts'
import { copiedIntoImage, layOutImage, removedFromImage } from '../server/testing/image-layout.ts'
import { waitFor } from '../server/testing/wait-for.ts'
import { PATIENCE } from './rounds.ts'

const root = join(import.meta.dirname, '..')

vi.setConfig({ testTimeout: PATIENCE, hookTimeout: PATIENCE })

let folder: string
let app: string
let env: Record<string, string>
let server: ChildProcess | undefined

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'image-'))
  app = join(folder, 'app')
  env = {
    ...layOutImage(app),
    DATA_DIR: join(folder, 'data'),
    DEMO_DATA: 'false',
    DRAIN_SECONDS: '0',
    PORT: String(await freePort()),
  }
})
afterAll(() => {
  server?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a command in the image's folder, and returns what it said. */
function run(words: string[], more: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: app,
    env: { ...env, ...more },
    encoding: 'utf8',
  })
  return { status, said: stdout + stderr }
}

const backups = () => join(folder, 'backups')

describe('in the layout of the image', () => {
  it('there is what the Dockerfile copies, with one Node only', () => {
    expect(copiedIntoImage).toEqual(
      expect.arrayContaining(['package.json', 'node_modules', 'contract', 'server', 'scripts']),
    )
    const packages = readdirSync(join(app, 'node_modules'))
    expect(packages).toContain('fastify')
    expect(packages).not.toContain('vite')
    expect(packages.filter((name) => /^(node|\.bin|node-(linux|win|darwin).*)$/.test(name))).toEqual([])
    const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      optionalDependencies: object
    }
    expect(removedFromImage).toEqual(
      expect.arrayContaining(Object.keys(optionalDependencies).map((name) => `node_modules/${name}`)),
    )
  })

  it('the server starts, is backed up and helped by commands while it runs, and stops', async () => {
    const started = spawn(process.execPath, ['server/main.ts'], { cwd: app, env })
    server = started
    let said = ''
    for (const stream of [started.stdout, started.stderr]) stream.on('data', (chunk) => (said += chunk))
    await waitFor(() => {
      if (!said.includes('is ready at')) throw new Error(said)
    })
    expect(run(['scripts/backup.ts', backups()])).toEqual({
      status: 0,
      said: expect.stringContaining('Made and checked'),
    })
    expect(run(['scripts/launch.cjs', 'backup', backups()])).toEqual({
      status: 0,
      said: expect.stringContaining('Made and checked'),
    })
    expect(run(['scripts/admin.ts', 'list'])).toEqual({ status: 0, said: expect.stringContaining('admin@example.com') })
    started.kill('SIGTERM')
    expect((await once(started, 'exit'))[0]).toBe(0)
  })

  it('a backup is restored elsewhere, and the same command says so when it cannot', () => {
    const [name = ''] = readdirSync(backups())
    const elsewhere = { DATA_DIR: join(folder, 'elsewhere') }
    expect(run(['scripts/restore.ts', join(backups(), name)], elsewhere)).toEqual({
      status: 0,
      said: expect.stringContaining('Restored the backup'),
    })
    expect(run(['scripts/admin.ts', 'list'], elsewhere).said).toContain('admin@example.com')
    expect(run(['scripts/restore.ts', folder], elsewhere)).toEqual({
      status: 1,
      said: expect.stringContaining('Nothing was restored'),
    })
  })

  it('demo data is added, with everything that it is made of', () => {
    expect(run(['scripts/seed.ts', '--users', '2'])).toEqual({ status: 0, said: expect.stringContaining('users: 2') })
  })

  it('a move looks for its database', () => {
    const nowhere = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' }
    expect(run(['scripts/move.ts'], nowhere)).toEqual({ status: 1, said: expect.stringContaining('ECONNREFUSED') })
  })

  it.each(['backup.ts', 'restore.ts'])('a secret that cannot be read is one line of %s', (script) => {
    const { status, said } = run([`scripts/${script}`], { API_KEY_FILE: join(folder, 'none') })
    expect([status, said]).toEqual([1, expect.stringContaining('API_KEY_FILE: cannot read')])
    expect(said).not.toContain('    at ')
  })
})

it('A data folder that cannot be written ends the start in one line', () => {
  const { status, said } = run(['server/main.ts'], { DATA_DIR: join(app, 'package.json', 'data') })
  expect([status, said.trim().split('\n').length, said]).toEqual([1, 1, expect.stringContaining('DATA_DIR: ')])
})
