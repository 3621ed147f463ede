import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ADMIN, runServer, startServer } from '../e2e/server.ts'
import { insertMany } from '../server/db/engines/insert-many.ts'
import { openDatabase } from '../server/db/engines/open.ts'
import { openPostgres } from '../server/db/engines/open-postgres.ts'
import { freePort } from '../server/testing/free-port.ts'
import { startPrivatePostgres } from '../server/testing/private-postgres.ts'
import { random } from '../server/testing/seed.ts'
import { contentOf } from './content-of.ts'
import { ask, createDatabase, startOn } from './postgres.ts'
import { FEW_ROUNDS, PATIENCE } from './rounds.ts'
import { signIn } from './workload.ts'

const YEARS = 10_000

let postgres: Awaited<ReturnType<typeof startPrivatePostgres>>
let dataDir: string
vi.setConfig({ testTimeout: PATIENCE })

beforeAll(async () => {
  postgres = await startPrivatePostgres()
  dataDir = mkdtempSync(join(tmpdir(), 'move-'))
  await (await startServer({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })).stop()
  const db = openHere()
  await insertMany(db, 'years', Array.from({ length: YEARS }, aYear))
  await db.destroy()
}, PATIENCE)
afterAll(() => {
  postgres.throwAway()
  rmSync(dataDir, { recursive: true })
})

const openHere = () => openDatabase(join(dataDir, 'back-office.db'))

function aYear(_: unknown, place: number) {
  const at = '2026-01-01T00:00:00.000Z'
  const name = `Year ${place}`
  return { id: `year-${place}`, name, name_key: name, version: 1, is_deleted: 0, created_at: at, updated_at: at }
}

/** Lets servers start on the old database again, as when a move is taken back. */
const goBack = () => runMove({ words: ['--back'] })

/** Runs `npm run move`, killed once `killWhen` resolves; returns its exit code (null when killed) and its output. */
const move = (url: string, killWhen?: Run['killWhen']) => runMove({ env: { DATABASE_URL: url }, killWhen })

type Run = {
  words?: string[]
  env?: Record<string, string>
  killWhen?: ((moving: ChildProcess) => Promise<unknown>) | undefined
}

async function runMove({ words = [], env, killWhen }: Run) {
  const { PATH = '', HOME = '' } = process.env
  const moving = spawn(process.execPath, ['scripts/move.ts', ...words], {
    env: { PATH, HOME, DATA_DIR: dataDir, ...env },
  })
  let output = ''
  for (const stream of [moving.stdout, moving.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = once(moving, 'close')
  if (killWhen) {
    await Promise.race([ended, killWhen(moving)])
    moving.kill('SIGKILL')
  }
  const [code] = await ended
  return { code: code as number | null, output }
}

const startAtAll = async (url?: string) =>
  runServer({
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    ...(url && { DATABASE_URL: url }),
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  })

const isBegun = (url: string) =>
  ask(url, `select from migrations where name = 'being-filled'`).then(
    (rows) => rows.length === 1,
    () => false,
  )

async function hasBegun(url: string) {
  while (!(await isBegun(url))) await setTimeout(5)
}

describe('a move to PostgreSQL', () => {
  it('that is killed again and again ends with all that was there, and until then no server starts', async () => {
    const began = performance.now()
    await move(await createDatabase(postgres))
    const takes = performance.now() - began
    expect((await goBack()).code).toBe(0)
    let stopped = 0
    for (let round = 0; round < FEW_ROUNDS; round++) {
      const url = await createDatabase(postgres)
      for (let kills = 0; kills < 3; kills++) {
        // The first kill comes as soon as the copy has begun, so that at least one is certain to interrupt it.
        const { code } = await move(url, () => (kills ? setTimeout(takes * (0.2 + random() * 0.7)) : hasBegun(url)))
        if (code === 0) break
        if (!(await isBegun(url))) continue
        stopped++
        const { code: refused, output } = await startAtAll(url)
        expect(refused).toBe(1)
        expect(output.trim()).toBe(
          'The settings cannot be used. DATABASE_URL: a move to this database has not finished; run npm run move again to continue',
        )
      }
      const last = await move(url)
      // One that was killed at its very end has nothing left to do.
      expect(last.output).toMatch(/Moved\.|already holds records/)
      const { output } = await startAtAll()
      expect(output).toContain('this data has moved to PostgreSQL: set DATABASE_URL')
      await goBack()
      expect(await contentOf(openPostgres(url, 2))).toEqual(await contentOf(openHere()))
      const server = await startOn(url, dataDir)
      await signIn(server.url, dataDir)
      await server.stop()
    }
    expect(stopped).toBeGreaterThan(0)
  })

  it('keeps the database to itself, so that nothing saved meanwhile is lost', async () => {
    const url = await createDatabase(postgres)
    let refused: Awaited<ReturnType<typeof startAtAll>> | undefined
    await move(url, async (moving) => {
      await hasBegun(url)
      // The move does not end while the server starts, however long that takes.
      moving.kill('SIGSTOP')
      refused = await startAtAll()
    })
    await goBack()
    expect(refused?.code).toBe(1)
    expect(refused?.output.trim()).toBe(
      `The settings cannot be used. DATA_DIR: another process is already using ${dataDir}`,
    )
  })

  it('is refused while a server runs on what is to be moved', async () => {
    const server = await startServer({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
    const { code, output } = await move(await createDatabase(postgres))
    await server.stop()
    expect(code).toBe(1)
    expect(output).toContain(`another process is already using ${dataDir}`)
  })
})
