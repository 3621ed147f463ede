import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { years } from '#contract/years.ts'
import { type RunningServer, startServer } from '../e2e/server.ts'
import { SqliteFile } from '../server/db/engines/sqlite-file.ts'
import { answered, type Call, callerOf } from './call.ts'
import { History } from './history.ts'
import { PATIENCE, ROUNDS, report } from './rounds.ts'
import { counter, keyOf, prepare, readFolder, signIn, writeSideBySide } from './workload.ts'

const WRITES = 40

/** A folder that can run out of space. */
type Disk = {
  folder: string
  fill: (server: RunningServer) => void
  empty: (server: RunningServer) => void
  remove: () => void
}

/** The system refuses the server every write to a file. Needs no rights. */
function limitedDisk(): Disk {
  const folder = mkdtempSync(join(tmpdir(), 'disk-full-'))
  const limit = ({ process }: RunningServer, bytes: string) =>
    run('prlimit', `--pid=${process.pid}`, `--fsize=${bytes}:unlimited`)
  return {
    folder,
    fill: (server) => limit(server, '0'),
    empty: (server) => limit(server, 'unlimited'),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** A real disk of 24 MB, in memory. Needs the right to mount. */
function smallDisk(): Disk {
  const folder = mkdtempSync(join(tmpdir(), 'disk-full-'))
  run('mount', '-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder)
  return {
    folder,
    fill: () => fillUp(join(folder, 'ballast')),
    empty: () => rmSync(join(folder, 'ballast')),
    remove() {
      run('umount', folder)
      rmSync(folder, { recursive: true })
    },
  }
}

const mayMount = spawnSync('unshare', ['-m', 'true']).status === 0 && process.getuid?.() === 0
const disks = { 'that takes no more': limitedDisk, ...(mayMount && { 'that is full': smallDisk }) }

it.each(Object.entries(disks))(
  'a disk %s refuses writes clearly, leaves reads alone, and loses nothing',
  async (_which, open) => {
    const disk = open()
    const [dataDir, temporary] = [join(disk.folder, 'data'), join(disk.folder, 'tmp')]
    mkdirSync(temporary)
    const settings = { DATA_DIR: dataDir, TMPDIR: temporary, DEMO_DATA: 'false', LOG_LEVEL: 'silent' }
    let server = await startServer(settings)
    const history = new History()
    const call = callerOf(server.url, keyOf(dataDir), await signIn(server.url, dataDir))
    const targets = await prepare(call, history)
    const next = counter()
    const write = (call: Call, times: number) => {
      let left = times
      return writeSideBySide(call, history, targets, next, () => --left > 0)
    }

    for (let round = 1; round <= ROUNDS; round++) {
      await write(call, WRITES)
      letSessionsLookUnused(dataDir)
      disk.fill(server)
      const refusals: { status: number; body: unknown }[] = []
      // The database log may still have space that was allocated before.
      for (let turn = 0; turn < 10 && refusals.length < WRITES / 2; turn++) await write(noting(call, refusals), WRITES)
      expect(refusals.length).toBeGreaterThanOrEqual(WRITES / 2)
      for (const refusal of refusals) {
        expect(refusal).toMatchObject({ status: 503, body: { request_id: expect.any(String) } })
      }
      answered(await call(years.list, { page: 1 }))
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200)

      disk.empty(server)
      const before = history.acknowledged()
      await write(call, WRITES)
      expect(history.acknowledged() - before).toBeGreaterThanOrEqual(WRITES)
      await checkAndSettle(history, dataDir, temporary)
    }
    await server.stop()
    server = await startServer(settings)
    await checkAndSettle(history, dataDir, temporary)
    await server.stop()
    disk.remove()
    report('disk full', history)
  },
  PATIENCE,
)

const noting = (call: Call, refusals: { status: number; body: unknown }[]): Call =>
  async function noted(...words) {
    const outcome = await call(...words)
    if (!outcome.known) refusals.push(outcome)
    return outcome
  }

/** Checks that what was acknowledged is stored, and that every file belongs to a row. */
async function checkAndSettle(history: History, dataDir: string, temporary: string) {
  const { found, unsound } = await readFolder(dataDir)
  expect([...history.problems(found), ...unsound]).toEqual([])
  const pictures = found.filter(([key]) => key.startsWith('picture '))
  expect(readdirSync(join(dataDir, 'files/sliders'))).toHaveLength(pictures.length)
  expect(readdirSync(temporary)).toEqual([])
  history.settle(found)
}

// Some calls note that their session is in use: that must not prevent reading.
function letSessionsLookUnused(dataDir: string) {
  const database = new SqliteFile(join(dataDir, 'back-office.db'))
  database.prepare('update sessions set used_at = ?').run([new Date(Date.now() - 600_000).toISOString()])
  database.close()
}

function fillUp(path: string) {
  for (const bytes of [1024 * 1024, 4096, 1]) {
    try {
      for (;;) writeFileSync(path, Buffer.alloc(bytes), { flag: 'a' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
}

function run(program: string, ...words: string[]) {
  const { status, stderr, error } = spawnSync(program, words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${error?.message ?? stderr}`)
}
