import { afterEach, expect, it, vi } from 'vitest'
import { purposes } from '#contract/message-fields.ts'
import { notifications } from '#contract/notifications.ts'
import { momentIn } from '#contract/send-at.ts'
import { toZonedTime } from '#contract/zoned-time.ts'
import type { Push } from '../../integrations/push/push.ts'
import { runNextJob } from '../../jobs/jobs.ts'
import { runDue } from '../../jobs/schedule.ts'
import { addPhone } from '../../testing/add-phone.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addOwner } from '../../testing/people.ts'
import { random } from '../../testing/seed.ts'
import { dueHandlers } from '../due-handlers.ts'
import { notificationJobs } from '../record-jobs.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const log = { error: () => {}, info: () => {} }
const below = (most: number) => Math.floor(random() * most)
const oneOf = <Item>(items: readonly Item[]) => items[below(items.length)] as Item

const ZONES = [
  'America/St_Johns',
  'America/New_York',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'Pacific/Honolulu',
  null,
] as const
type Zone = (typeof ZONES)[number]

let app: TestApp
async function open(start: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  app = await buildTestApp({ SESSION_IDLE_HOURS: '200', WEEKLY_MESSAGE_LIMIT: '1000' })
}
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

type Told = { user: string; at: number }
/** Servers that carry out due acts and jobs, and what they pushed to whom, and when. */
function servers() {
  const told = new Map<string, Told[]>()
  const state = { breaks: false }
  const push: Push = async ({ id }, [token = '']) => {
    told.set(id, [...(told.get(id) ?? []), { user: token, at: Date.now() }])
    // As if the server had been killed before it received the answer.
    if (state.breaks && below(6) === 0) throw new Error('killed')
    return { state: 'accepted', reason: null, gone: [] }
  }
  async function look() {
    const jobs = notificationJobs(app.deps, push)
    await runDue(app.db, dueHandlers(app.deps.bus, app.deps.settings), log)
    for (let job = 0; job < 50 && (await runNextJob(app.db, jobs, log)); job++);
  }
  return { told, state, look }
}

const isDay = (at: number, zone: Zone) => {
  const zones = zone ? [zone] : ['America/St_Johns', 'Pacific/Honolulu']
  return zones.every((one) => {
    const [, time] = toZonedTime(new Date(at).toISOString(), one)
    return time >= '08:00' && time < '21:00'
  })
}

it.each([
  ['clocks are put forward', '2031-03-09'],
  ['clocks are put back', '2031-11-02'],
])('Nobody twice, nobody missed, nobody early and nobody in their night, on the day when %s', async (_what, day) => {
  const start = Date.parse(`${day}T00:00:00.000Z`) - 12 * HOUR
  await open(start)
  const owners: { id: string; zone: Zone }[] = []
  for (let place = 0; place < 28; place++) {
    const id = await addOwner(app, `Owner ${place}`)
    const zone = ZONES[place % ZONES.length] as Zone
    await addPhone(app, id, { token: id, time_zone: zone ?? undefined })
    owners.push({ id, zone })
  }
  const messages = []
  for (let place = 0; place < 12; place++) {
    const isLocal = place % 2 === 0
    const at = new Date(start + below(40 * 60) * MINUTE + 5 * HOUR).toISOString()
    const purpose = oneOf(purposes.filter((one) => one !== 'news'))
    const user_ids = owners.filter(() => below(3) > 0).map(({ id }) => id)
    const whom = oneOf([
      { user_ids },
      { all_matching: {}, expect: owners.length },
      { audience: { field: 'has_rv', op: 'eq', value: false }, expect: owners.length },
    ])
    const when = isLocal ? { send_at: at.slice(0, 16), local_time: true } : { send_at: at }
    const text = { title: `${place}`, description: 'Please call.', purpose, ...when }
    const { data } = await app.call(notifications.send, { ...text, ...whom })
    const meant = 'user_ids' in whom ? owners.filter(({ id }) => user_ids.includes(id)) : owners
    messages.push({ id: data._id, purpose, when: { local_time: false, ...when }, meant })
  }
  const { told, state, look } = servers()
  let now = start
  while (now < start + 110 * HOUR) {
    // The clock jumps at times, forward and back.
    now += oneOf([7 * MINUTE, 31 * MINUTE, 50 * MINUTE, HOUR, HOUR, 2 * HOUR, 3 * HOUR, -20 * MINUTE])
    vi.setSystemTime(now)
    state.breaks = now < start + 60 * HOUR
    await Promise.all([look(), look()])
  }
  for (const { id, purpose, when, meant } of messages) {
    const got = told.get(id) ?? []
    expect(got.map(({ user }) => user).toSorted()).toEqual(meant.map(({ id }) => id).toSorted())
    for (const { user, at } of got) {
      const zone = owners.find((owner) => owner.id === user)?.zone ?? null
      expect(at).toBeGreaterThanOrEqual(Date.parse(momentIn(when, zone)))
      if (purpose !== 'safety') expect([zone, at, isDay(at, zone)]).toEqual([zone, at, true])
    }
    const { data } = await app.call(notifications.status, { notification_id: id })
    expect([data.stage, data.recipients, data.counts.waiting + data.counts.night]).toEqual(['sent', meant.length, 0])
  }
})
