import { once } from 'node:events'
import { chmodSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { toZonedTime } from '#contract/zoned-time.ts'
import type { RunningServer } from '../e2e/server.ts'
import { newId } from '../server/clock.ts'
import { insertMany } from '../server/db/engines/insert-many.ts'
import { openPostgres } from '../server/db/engines/open-postgres.ts'
import type { Db } from '../server/db/schema.ts'
import { inTransaction } from '../server/db/transaction.ts'
import { schedule, type WallTime } from '../server/jobs/schedule.ts'
import { PUBLISHING } from '../server/records/publishing-dates.ts'
import { startPrivatePostgres } from '../server/testing/private-postgres.ts'
import { random } from '../server/testing/seed.ts'
import { faketime } from './faketime.ts'
import { ask, createDatabase, startOn } from './postgres.ts'
import { PATIENCE } from './rounds.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/**
 * How long something due may wait while a server is up and nothing is done at all. How long the work itself takes is up
 * to the machine.
 */
const LONGEST_WAIT = 60_000
/** How well a server knows the database's clock, which answers it within this time. */
const READ_WITHIN = 1_000
const KILLS = 22
const NEARLY_ALL = 50

const american = ['America/Los_Angeles', 'America/New_York', 'America/St_Johns']
const european = ['Europe/Berlin', 'Europe/London', 'Atlantic/Azores']
/** The nights in which their clocks change, each with when it begins and the jumps of the clock in it, in hours. */
const nights = [
  { begins: '2031-03-09T05:15:00Z', zones: american, jumps: [1, 1, 1, 1, 1] },
  { begins: '2031-03-29T23:15:00Z', zones: european, jumps: [1, 1, -1, 1, 1] },
  { begins: '2031-10-25T23:15:00Z', zones: european, jumps: [1, 1, -1, 1, 1] },
  { begins: '2031-11-02T04:15:00Z', zones: american, jumps: [1, 1, 1, 1, 1] },
]
const ASLEEP_IN = 1
const ASLEEP = 10 * HOUR
const LENGTH = 16 * HOUR
const OF_EACH = 1250
const MOVED_AT_ONCE = 15

const below = (most: number) => Math.floor(random() * most)
const iso = (at: number) => new Date(at).toISOString()
const wallMs = (day: string, time: string) => Date.parse(`${day}T${time}:00Z`)

/** When the calendar and clock of a zone first show something, by looking at every minute of a night. */
function clockOf(zone: string, begins: number) {
  const first = new Map<number, number>()
  for (let at = begins - 3 * HOUR; at < begins + LENGTH + 4 * HOUR; at += MINUTE) {
    const wall = wallMs(...toZonedTime(iso(at), zone))
    if (!first.has(wall)) first.set(wall, at)
  }
  return {
    /** Where clocks leap over a time, it is as much later: as long after the hour before as on any other day. */
    moment: (wall: number) => first.get(wall) ?? (first.get(wall - HOUR) ?? Number.NaN) + HOUR,
    /** What it shows, or leaps over, within so long after a moment. */
    anyWithin(from: number, length: number): { wall: WallTime; at: number } {
      const wall = wallMs(...toZonedTime(iso(from), zone)) + MINUTE * (1 + below(length / MINUTE))
      const [day = '', time = ''] = iso(wall).slice(0, 16).split('T')
      return { wall: { day, time, zone }, at: this.moment(wall) }
    },
  }
}

type Clock = ReturnType<typeof clockOf>
/** When something is to be done, on which clock, and since when by the real one. */
type Wanted = { at: number; zone: Clock; since: number }
/** From when on, by the real clock, the false one was so far ahead. */
type Stretch = { from: number; offset: number }
/** A server, and when it was up by the real clock. */
type Server = { running: RunningServer; since: number; until: number }
/** What was done at a time of the false clock; without an id: when something is due was computed anew. */
type Act = { id: string | null; at: Date }

/** The clock of the database: it jumps, and remembers how. */
function jumpingClock(file: string) {
  const stretches: Stretch[] = []
  return {
    stretches,
    now: () => Date.now() + (stretches.at(-1)?.offset ?? 0),
    jumpTo(at: number) {
      const offset = Math.round((at - Date.now()) / 1000) * 1000
      // A file that is written in place is empty for a moment, and the clock is then the real one.
      writeFileSync(`${file}.new`, `${offset < 0 ? '' : '+'}${offset / 1000}`)
      stretches.push({ from: Date.now(), offset })
      renameSync(`${file}.new`, file)
    },
  }
}

/**
 * The place of the stretch in which the clock showed a time. It moves on and leaps by hours, so it shows none twice.
 */
function placeOf(stretches: Stretch[], shown: number) {
  let found = 0
  const shows = (place: number) => (stretches[place]?.from ?? 0) + (stretches[place]?.offset ?? 0)
  for (let place = 1; place < stretches.length; place++)
    if (shows(place) <= shown && shows(place) > shows(found)) found = place
  return found
}

/**
 * By the real clock, since when the false one has shown a time or a later one without a break, as seen from a stretch.
 */
function shownSince(stretches: Stretch[], place: number, shown: number): number {
  const [before, { from, offset }] = [stretches[place - 1], stretches[place] as Stretch]
  const isGoneOn = before && Math.min(before.offset, offset) + from >= shown
  return isGoneOn ? shownSince(stretches, place - 1, shown) : Math.max(from, shown - offset)
}

/** What is wrong with what was done. */
function problemsOf(acts: Act[], wanted: Map<string, Wanted>, stretches: Stretch[], servers: Server[]) {
  const problems: string[] = []
  const timed = acts.map(({ id, at }) => {
    const place = placeOf(stretches, at.getTime())
    return { id, shown: at.getTime(), place, at: at.getTime() - (stretches[place]?.offset ?? 0) }
  })
  const times = timed.map(({ at }) => at).toSorted((one, other) => one - other)
  const longestIdle = (from: number, to: number) => {
    if (to - from <= LONGEST_WAIT) return 0
    const steps = [from, ...times.filter((time) => time > from && time < to), to]
    return Math.max(...steps.slice(1).map((time, place) => time - (steps[place] ?? time)))
  }
  const done = new Set<string>()
  for (const { id, shown, place, at } of timed) {
    if (id === null) continue
    const due = wanted.get(id)
    if (!due || done.has(id)) problems.push(`${id} was done once more than it should`)
    if (!due) continue
    done.add(id)
    const what = `due ${iso(due.at)}, done ${iso(shown)}`
    // A server goes by the clock as it last read it, until it notices that it was put back.
    const putBackBy = Math.max(0, (stretches[place - 1]?.offset ?? 0) - (stretches[place]?.offset ?? 0))
    if (due.at > shown + putBackBy + READ_WITHIN) problems.push(`${what}: early`)
    const from = Math.max(due.since, shownSince(stretches, place, due.at))
    for (const { since, until } of servers) {
      const idle = longestIdle(Math.max(from, since), Math.min(at, until))
      if (idle > LONGEST_WAIT) problems.push(`${what}: late, a server was up and nothing was done for ${idle} ms`)
    }
  }
  for (const [id, { at }] of wanted) if (!done.has(id)) problems.push(`${id}, due ${iso(at)}, was not done`)
  return problems
}

let folder: string
let postgres: Awaited<ReturnType<typeof startPrivatePostgres>>
let clock: ReturnType<typeof jumpingClock>
const servers: Server[] = []
const alive = () => servers.filter(({ until }) => until === Number.POSITIVE_INFINITY)
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'due-'))
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o755)
  clock = jumpingClock(join(folder, 'clock'))
  clock.jumpTo(Date.parse(nights[0]?.begins ?? '') - HOUR)
  // Servers go by the clock of their database.
  postgres = await startPrivatePostgres({ env: faketime(join(folder, 'clock')) })
})
afterAll(() => {
  for (const { running } of alive()) running.process.kill('SIGKILL')
  postgres.throwAway()
  rmSync(folder, { recursive: true, force: true })
})

it(
  `of 5,000 in six zones, on the days on which clocks change, each is done once, none early and none late, by two servers that are killed ${KILLS} times while the clock jumps and goes on without them`,
  async () => {
    const url = await createDatabase(postgres)
    const start = () => startOn(url, join(folder, 'data'), { ...faketime(join(folder, 'clock')), LOG_LEVEL: 'error' })
    await (await start()).stop()
    const db = openPostgres(url, 2)
    const wanted = new Map<string, Wanted>()
    await inTransaction(db, (db) => fill(db, wanted))
    // Whatever is done moves the record that it is about.
    await ask(
      url,
      `create table acts (id text, at timestamptz);
       create function note_done() returns trigger language plpgsql as $$ begin
         insert into acts values (new.id, clock_timestamp());
         return new;
       end $$;
       create function note_computed() returns trigger language plpgsql as $$ begin
         insert into acts values (null, clock_timestamp());
         return new;
       end $$;
       create trigger note_done after update on cms_pages for each row execute function note_done();
       create trigger note_computed after update of zone_rules on jobs for each row execute function note_computed()`,
    )

    async function startOne() {
      const running = await start()
      servers.push({ running, since: Date.now(), until: Number.POSITIVE_INFINITY })
    }
    const startTwo = () => Promise.all([startOne(), startOne()])
    let kills = 0
    async function killOne() {
      const server = alive()[below(alive().length)] as Server
      server.running.process.kill('SIGKILL')
      await once(server.running.process, 'exit')
      server.until = Date.now()
      kills++
    }
    const left = () =>
      ask<{ about: string }>(url, 'select key as about from jobs where due_at is not null order by key')
    /** Moves some of what is not done yet to a later time of its zone. */
    async function move() {
      const all = await left()
      for (let count = 0; count < MOVED_AT_ONCE && all.length; count++) {
        const [{ about }] = all.splice(below(all.length), 1) as [{ about: string }]
        const id = about.split(' ')[1] ?? ''
        const { zone } = wanted.get(id) as Wanted
        const later = zone.anyWithin(clock.now(), 3 * HOUR)
        if (Number.isNaN(later.at)) continue
        const isMoved = await inTransaction(db, async (db) => {
          const due = db.selectFrom('jobs').select('id').where('key', '=', about)
          if (!(await due.forUpdate().executeTakeFirst())) return false
          await schedule(db, PUBLISHING, about, later.wall)
          return true
        })
        if (isMoved) wanted.set(id, { at: later.at, zone, since: Date.now() })
      }
    }

    /** Until nearly all that is due is done: only who keeps up can be early, and who is at work is killed in it. */
    async function keepUp() {
      const due = () => ask(url, `select from jobs where due_at is not null and run_at <= '${iso(clock.now())}'`)
      while ((await due()).length > NEARLY_ALL) await setTimeout(20)
    }

    await startTwo()
    for (const [night, { begins, jumps }] of nights.entries()) {
      clock.jumpTo(Date.parse(begins))
      let starting: Promise<void>[] = []
      for (const hours of jumps) {
        await killOne()
        clock.jumpTo(clock.now() + hours * HOUR)
        starting.push(startOne())
        await move()
        await setTimeout(below(100))
        if (starting.length < 2) continue
        await Promise.all(starting)
        starting = []
        await keepUp()
      }
      await Promise.all(starting)
      await keepUp()
      if (night !== ASLEEP_IN) continue
      await killOne()
      await killOne()
      clock.jumpTo(clock.now() + ASLEEP)
      await startTwo()
      await keepUp()
    }

    // The last ones come due while servers have been running for a while.
    const last = Math.max(...[...wanted.values()].map(({ at }) => at))
    if (last > clock.now() + MINUTE) clock.jumpTo(last - 5_000)
    let before = Number.POSITIVE_INFINITY
    for (let end = 0, count = (await left()).length; count; count = (await left()).length) {
      if (count < before) end = Date.now() + 2 * LONGEST_WAIT
      if (Date.now() > end) break
      before = count
      await setTimeout(200)
    }
    const problems = problemsOf(await ask<Act>(url, 'select id, at from acts'), wanted, clock.stretches, servers)
    if (problems.length) problems.push(...servers.map(({ running }) => running.output()))
    expect(problems).toEqual([])
    expect([await left(), wanted.size, kills]).toEqual([[], nights.length * OF_EACH, KILLS])
    await db.destroy()
  },
  PATIENCE,
)

const aboutPage = (id: string) => `cms_pages ${id} publish_at`

/** Adds a page for each night, and what is due about it at a time on the clock of one of its zones. */
async function fill(db: Db, wanted: Map<string, Wanted>) {
  const text = { content: '', content_words: '' }
  const pages: object[] = []
  const due: object[] = []
  for (const { begins, zones } of nights) {
    const from = Date.parse(begins)
    const clocks = zones.map((zone) => clockOf(zone, from))
    for (let count = 0; count < OF_EACH; count++) {
      const id = newId()
      const zone = clocks[count % clocks.length] as (typeof clocks)[number]
      const { wall, at } = zone.anyWithin(from, 5 * HOUR)
      wanted.set(id, { at, zone, since: 0 })
      const name = `Page ${wanted.size}`
      const key = name.toLowerCase()
      const times = { created_at: begins, updated_at: begins, is_deleted: 0, version: 1 }
      pages.push({ id, ...times, title: name, title_key: key, code: key, code_key: key, ...text })
      // Every fourth as if it had been computed by older rules, by which all times of these zones are an hour earlier.
      const isOlder = count % 4 === 0
      const computed = iso(isOlder ? at - HOUR : at)
      const zone_rules = isOlder ? '2000a' : process.versions.tz
      const rules = { wall_time: `${wall.day} ${wall.time}`, zone: wall.zone, zone_rules }
      const when = { run_at: computed, due_at: computed, ...rules }
      due.push({ id: newId(), kind: PUBLISHING, key: aboutPage(id), payload: '{}', attempts: 0, ...when })
    }
  }
  await insertMany(db, 'cms_pages', pages)
  await insertMany(db, 'jobs', due)
}
