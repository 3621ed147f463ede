import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { newId } from '../clock.ts'
import { insertMany } from '../db/engines/insert-many.ts'
import type { Db } from '../db/schema.ts'
import { afterCommit, inTransaction } from '../db/transaction.ts'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { random } from '../testing/seed.ts'
import { wakeWorker } from './jobs.ts'
import { runDue, schedule, type WallTime } from './schedule.ts'
import { startJobs } from './start-jobs.ts'

const HOUR = 3_600_000
const START = Date.parse('2031-03-30T00:00:00.000Z')
const log = { error: () => {}, info: () => {} }
const at = (ms: number) => new Date(START + ms).toISOString()

let db: Db
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START })
  db = await openTestDatabase()
})
afterEach(async () => {
  vi.useRealTimers()
  await db.destroy()
})

const later = (about: string, time: string | WallTime | null) =>
  inTransaction(db, (db) => schedule(db, 'ring', about, time))

it('Each is done once, none early, and the one that was moved not at its old time', async () => {
  const done: string[] = []
  const ring = async (_db: Db, { about }: { about: string }) => void done.push(about)
  await later('a', at(HOUR))
  await later('b', at(2 * HOUR))
  await later('c', at(HOUR))
  await later('b', at(5 * HOUR))
  await later('c', null)
  for (const hour of [0.9, 1, 0.5, 2, 3, 4.9]) {
    vi.setSystemTime(START + hour * HOUR)
    await runDue(db, { ring }, log)
  }
  expect(done).toEqual(['a'])
  vi.setSystemTime(START + 15 * HOUR)
  await runDue(db, { ring }, log)
  await runDue(db, { ring }, log)
  expect(done).toEqual(['a', 'b'])
})

it('What fails keeps nobody else waiting, has written nothing, and is tried again a minute later', async () => {
  let fails = true
  const ring = async (db: Db, { about }: { about: string }) => {
    await schedule(db, 'rang', about, at(9 * HOUR))
    if (fails && about === 'a') throw new Error('no bell')
  }
  await later('a', at(1))
  await later('b', at(2))
  vi.setSystemTime(START + 10)
  const rang = async () => (await db.selectFrom('jobs').select('key').where('kind', '=', 'rang').execute()).length
  await runDue(db, { ring }, log)
  expect(await rang()).toBe(1)
  fails = false
  await runDue(db, { ring }, log)
  expect(await rang()).toBe(1)
  vi.setSystemTime(START + 60_100)
  await runDue(db, { ring }, log)
  expect(await rang()).toBe(2)
})

const LA = 'America/Los_Angeles'
const dueAt = async (about: string) =>
  (await db.selectFrom('jobs').select('due_at').where('key', '=', about).executeTakeFirstOrThrow()).due_at

it.each([
  ['that there is once', '2031-11-02', '08:00', '2031-11-02T16:00:00.000Z'],
  ['that there is twice: the first one', '2031-11-02', '01:30', '2031-11-02T08:30:00.000Z'],
  ['that clocks leap over: as much later', '2032-03-14', '02:30', '2032-03-14T10:30:00.000Z'],
])('A time on the clock of a zone %s', async (_what, day, time, expected) => {
  await later('a', { day, time, zone: LA })
  expect(await dueAt('a')).toBe(expected)
  const done: string[] = []
  const ring = async (_db: Db, { due_at }: { due_at: string }) => void done.push(due_at)
  vi.setSystemTime(Date.parse(expected) - 1)
  await runDue(db, { ring }, log)
  expect(done).toEqual([])
  vi.setSystemTime(Date.parse(expected))
  await runDue(db, { ring }, log)
  expect(done).toEqual([expected])
})

it('When the rules of a zone change, a time on its clock is computed anew, and no other', async () => {
  const wall = { day: '2031-11-03', time: '08:00', zone: LA }
  const right = '2031-11-03T16:00:00.000Z'
  // As if, by another runtime's rules, clocks were not put back the day before.
  const wrong = '2031-11-03T15:00:00.000Z'
  const computedBy = (about: string, rules: string) =>
    db.updateTable('jobs').set({ due_at: wrong, run_at: wrong, zone_rules: rules }).where('key', '=', about).execute()
  await later('older', wall)
  await computedBy('older', '2000a')
  await later('newer', wall)
  await computedBy('newer', '9999a')
  await later('moment', wrong)
  const done: string[] = []
  const ring = async (_db: Db, { about }: { about: string }) => void done.push(about)
  vi.setSystemTime(Date.parse(wrong))
  await runDue(db, { ring }, log)
  expect(done.toSorted()).toEqual(['moment', 'newer'])
  expect(await dueAt('older')).toBe(right)
  vi.setSystemTime(Date.parse(right))
  await runDue(db, { ring }, log)
  expect(done).toContain('older')
})

it('A zone that this runtime does not know keeps nobody else waiting', async () => {
  await later('lost', { day: '2031-03-30', time: '00:30', zone: LA })
  await db.updateTable('jobs').set({ zone: 'Mars/Olympus_Mons', zone_rules: '2000a' }).execute()
  await later('a', at(1))
  const done: string[] = []
  const ring = async (_db: Db, { about }: { about: string }) => void done.push(about)
  vi.setSystemTime(START + 10)
  await runDue(db, { ring }, log)
  expect(done).toEqual(['a'])
})

it('Two who look at the same time do each once', async () => {
  const done: string[] = []
  const ring = async (_db: Db, { about }: { about: string }) => void done.push(about)
  for (let place = 0; place < 40; place++) await later(`${place}`, at(place))
  vi.setSystemTime(START + HOUR)
  await Promise.all([runDue(db, { ring }, log), runDue(db, { ring }, log)])
  expect(await db.selectFrom('jobs').select('id').execute()).toEqual([])
  expect(new Set(done).size).toBe(40)
})

it('Of 500 each is done once and none early, while the clock jumps, rows are moved, and two servers look and are cut off', async () => {
  const MINUTE = 60_000
  const below = (most: number) => Math.floor(random() * most)
  const wanted = new Map<string, number>()
  const rows = Array.from({ length: 500 }, (_, place) => {
    const due_at = at(below(10 * HOUR))
    wanted.set(`${place}`, Date.parse(due_at))
    return { id: newId(), kind: 'ring', key: `${place}`, payload: '{}', attempts: 0, due_at, run_at: due_at }
  })
  await insertMany(db, 'jobs', rows)
  const done: string[] = []
  const early: string[] = []
  let isCutOff = false
  const ring = async (db: Db, { about }: { about: string }) => {
    if (isCutOff && below(20) === 0) throw new Error('cut off')
    if (Date.now() < (wanted.get(about) ?? Infinity)) early.push(about)
    afterCommit(db, () => done.push(about))
  }
  const look = () => Promise.all([runDue(db, { ring }, log), runDue(db, { ring }, log)])
  let now = 0
  for (let jump = 0; jump < 20; jump++) {
    now = Math.max(0, now + (below(3) === 0 ? -HOUR : HOUR))
    vi.setSystemTime(START + now)
    isCutOff = jump % 2 === 0
    const left = [...wanted.keys()].filter((about) => !done.includes(about)).slice(0, 20)
    for (const about of left) {
      const moved = at(now + MINUTE + below(4 * HOUR))
      wanted.set(about, Date.parse(moved))
      await later(about, moved)
    }
    await look()
  }
  isCutOff = false
  vi.setSystemTime(START + 40 * HOUR)
  await look()
  expect(early).toEqual([])
  expect(done.length).toBe(500)
  expect(new Set(done).size).toBe(500)
})

/** Without timers, whose time would move the clock. */
async function until<Found>(look: () => Found | undefined | false): Promise<Found> {
  for (;;) {
    const found = look()
    if (found) return found
    await setImmediate()
  }
}

it('Whoever watches wakes at the moment itself, also of what was put off since the last look', async () => {
  const done: string[] = []
  const ring = async (db: Db, { about }: { about: string }) => afterCommit(db, () => done.push(about))
  await later('a', at(1900))
  await later('z', at(HOUR))
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const jobs = startJobs(db, { jobs: {}, due: { ring } }, log)
  wakeWorker()
  const wokenAfter = (ms: number) => until(() => timers.mock.calls.find(([, wait]) => wait === ms)?.[0])
  await wokenAfter(1900)
  await later('b', at(1500))
  const look = await wokenAfter(1500)
  vi.setSystemTime(START + 1500)
  look()
  await until(() => done.length === 1)
  await wokenAfter(400)
  vi.setSystemTime(START + 1900)
  look()
  await until(() => done.length === 2)
  expect(done).toEqual(['b', 'a'])
  await jobs.stop()
  timers.mockClear()
  await later('c', at(2300))
  expect(timers.mock.calls.filter(([, wait]) => wait === 400)).toEqual([])
  timers.mockRestore()
})
