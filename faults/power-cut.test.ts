import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { years } from '#contract/years.ts'
import { startServer } from '../e2e/server.ts'
import { random } from '../server/testing/seed.ts'
import { answered, callerOf } from './call.ts'
import { History } from './history.ts'
import { PATIENCE, ROUNDS, report } from './rounds.ts'
import { SyncedDisk, traced } from './synced-disk.ts'
import { counter, keyOf, prepare, readFolder, signIn, writeSideBySide } from './workload.ts'

/** Enough writes for SQLite to move its log into the database several times. */
const WRITES = 300
const CUTS = 20
const settings = { DEMO_DATA: 'false', LOG_LEVEL: 'silent' }

it('strace can watch the server here', () => {
  const { status, error, stderr } = spawnSync('strace', ['-f', 'true'], { encoding: 'utf8' })
  expect(
    [status, error?.message],
    `power cuts cannot be tried without strace and the right to use it: ${stderr}`,
  ).toEqual([0, undefined])
})

it.each(Array.from({ length: ROUNDS }, (_, round) => round + 1))(
  'a power cut leaves all that was acknowledged and no half picture or cascade (round %i)',
  async () => {
    const place = mkdtempSync(join(tmpdir(), 'power-cut-'))
    const { dataDir, log, history } = await writeUnderStrace(place)
    const moments = history.moments
    const cuts = Array.from({ length: CUTS }, () => moments[Math.floor(random() * moments.length)] as number)
    const disk = new SyncedDisk(dataDir)
    const said = readFileSync(log, 'latin1')

    let read = 0
    const left = join(place, 'left')
    for (const cut of [...cuts.sort((a, b) => a - b), statSync(log).size]) {
      for (let line = said.indexOf('\n', read); line >= 0 && line < cut; line = said.indexOf('\n', read)) {
        disk.play(said.slice(read, line))
        read = line + 1
      }
      // What was not synced may be lost, completely or in part.
      for (const chance of [0, random()]) {
        rmSync(left, { recursive: true, force: true })
        disk.writeOut(left, () => random() < chance)
        const { found, unsound } = await readFolder(left)
        expect([...history.problems(found, cut), ...unsound], `cut after ${cut} bytes of the log`).toEqual([])
      }
    }
    await comesUpWith(left, keyOf(dataDir), (await readFolder(left)).found)
    rmSync(place, { recursive: true })
    report('power cut', history)
  },
  PATIENCE,
)

async function writeUnderStrace(place: string) {
  const dataDir = join(place, 'data')
  const log = join(place, 'strace.log')
  mkdirSync(dataDir)
  const history = new History(() => statSync(log).size)
  const server = await startServer({ ...settings, DATA_DIR: dataDir }, traced(log))
  const call = callerOf(server.url, keyOf(dataDir), await signIn(server.url, dataDir))
  const targets = await prepare(call, history)
  await writeSideBySide(call, history, targets, counter(), () => history.acknowledged() < WRITES)
  server.process.kill('SIGKILL')
  await once(server.process, 'exit')
  return { dataDir, log, history }
}

async function comesUpWith(dataDir: string, key: string, found: [string, string][]) {
  const server = await startServer({ ...settings, DATA_DIR: dataDir })
  expect(keyOf(dataDir)).toBe(key)
  const call = callerOf(server.url, key, await signIn(server.url, dataDir))
  expect(answered(await call(years.list, {})).total).toBe(found.filter(([key]) => key.startsWith('year ')).length)
  await server.stop()
}
