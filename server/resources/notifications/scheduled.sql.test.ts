import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { audiences } from '#contract/audiences.ts'
import { notifications } from '#contract/notifications.ts'
import { ownNotifications } from '#contract/owner/notifications.ts'
import { users } from '#contract/users.ts'
import { addPhone } from '../../testing/add-phone.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addOwner } from '../../testing/people.ts'
import { OVER_IN_THE_EAST } from './schedule-message.ts'
import { HAS_GONE, IS_RECALLED, IS_RECALLED_HALFWAY } from './scheduled.service.ts'

const HOUR = 3_600_000
/** In the morning from Newfoundland (14:30) to Los Angeles (9:00), and before 8:00 in Hawaii (7:00). */
const START = Date.parse('2031-06-10T17:00:00.000Z')
const at = (hours: number) => new Date(START + hours * HOUR).toISOString()

let app: TestApp
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START })
  app = await buildTestApp({ SESSION_IDLE_HOURS: '200', SESSION_MAX_DAYS: '30' })
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const text = { title: 'Recall', description: 'Please call your dealer.' }
const send = async (more: object) => (await app.call(notifications.send, { ...text, ...more })).data
const statusOf = async (notification_id: string) => (await app.call(notifications.status, { notification_id })).data
const goTo = async (hours: number) => {
  vi.setSystemTime(START + hours * HOUR)
  await app.runJobs()
}
async function ownerIn(name: string, time_zone?: string) {
  const id = await addOwner(app, name)
  const token = await addPhone(app, id, {
    token: `phone of ${name.replaceAll(' ', '-')}`.replaceAll(' ', '-'),
    time_zone,
  })
  const inbox = async () => (await app.call(ownNotifications.inbox, {}, { token })).data
  return { id, token, inbox }
}

describe('a message that is sent later', () => {
  it('is in no inbox before its time, and has the time at which it came', async () => {
    const ada = await ownerIn('Ada Byron', 'America/Denver')
    const { _id, ...data } = await send({ user_ids: [ada.id], send_at: at(2) })
    expect(data).toMatchObject({ stage: 'scheduled', send_at: at(2), local_time: false, counted: 1, recipients: 1 })
    await goTo(1.999)
    expect(await ada.inbox()).toEqual([])
    await goTo(2)
    expect(await ada.inbox()).toMatchObject([{ title: 'Recall', created_at: at(2) }])
    const gone = await statusOf(_id)
    expect(gone).toMatchObject({ stage: 'sent', recipients: 1, went_at: at(2), ended_at: at(2) })
    expect(gone.counts).toMatchObject({ inbox: 1, waiting: 0 })
  })

  it('goes by the clock of each owner, and waits for the morning of those whose night it is', async () => {
    const zones = ['America/New_York', 'America/Los_Angeles', 'Pacific/Honolulu', undefined]
    const owners = await Promise.all(zones.map((zone, place) => ownerIn(`Owner ${place}`, zone)))
    const user_ids = owners.map(({ id }) => id)
    const got = async () => (await Promise.all(owners.map(({ inbox }) => inbox()))).map(({ length }) => length)
    const { _id } = await send({ user_ids, send_at: '2031-06-10T20:00', local_time: true })
    const seen: Record<string, number[]> = {}
    // 20:00 is 0:00, 3:00 and 6:00 UTC; without a known zone it is then night in the east, until 8:00 in Hawaii.
    for (const hours of [6.9, 7, 9.9, 10, 12.9, 13, 24.9, 25]) {
      await goTo(hours)
      seen[hours] = await got()
      if (hours === 7) expect((await statusOf(_id)).stage).toBe('going')
    }
    expect(seen).toEqual({
      6.9: [0, 0, 0, 0],
      7: [1, 0, 0, 0],
      9.9: [1, 0, 0, 0],
      10: [1, 1, 0, 0],
      12.9: [1, 1, 0, 0],
      13: [1, 1, 1, 0],
      24.9: [1, 1, 1, 0],
      25: [1, 1, 1, 1],
    })
    const night = await send({ user_ids: user_ids.slice(0, 1), send_at: '2031-06-12T23:15', local_time: 'true' })
    await goTo(24 * 2 + 10.25)
    expect((await statusOf(night._id)).stage).toBe('scheduled')
    await goTo(24 * 2 + 19)
    expect((await statusOf(night._id)).counts.inbox).toBe(1)
  })

  it('is for those who are meant when it goes, wherever they are by then, and says what it was and is', async () => {
    const owners = await Promise.all([0, 1, 2].map((place) => ownerIn(`Owner ${place}`, 'America/Denver')))
    const audience = { field: 'has_rv', op: 'eq', value: false }
    const { _id } = await send({ audience, expect: 3, send_at: at(2) })
    await app.call(users.changeStatus, { user_id: owners[0]?.id, status: false })
    const late = await ownerIn('Late Comer', 'America/Denver')
    const two = await ownerIn('Late Too', 'America/Denver')
    await goTo(2)
    expect(await late.inbox()).toHaveLength(1)
    expect(await two.inbox()).toHaveLength(1)
    expect(await statusOf(_id)).toMatchObject({ counted: 3, recipients: 4, stage: 'sent' })
    const someone = await ownerIn('Some One', 'America/Denver')
    const left = await send({ user_ids: [someone.id, late.id], send_at: at(4) })
    await app.call(users.changeStatus, { user_id: someone.id, status: false })
    await goTo(4)
    expect(await statusOf(left._id)).toMatchObject({ counted: 2, recipients: 1, stage: 'sent' })
  })

  it('can be changed while it waits, by whoever has seen it as it is', async () => {
    const [ada, grace] = [await ownerIn('Ada Byron', 'America/Denver'), await ownerIn('Grace Hopper', 'America/Denver')]
    const first = await send({ user_ids: [ada.id], send_at: at(2) })
    const notification_id = first._id
    const changed = { ...text, title: 'Winter', notification_id, version: first.version }
    const { data } = await app.call(notifications.rewrite, { ...changed, send_at: at(3) })
    expect(data).toMatchObject({ title: 'Winter', send_at: at(3), counted: 1 })
    expect((await app.refusal(notifications.rewrite, changed)).status).toBe(409)
    const { version } = data
    await app.call(notifications.rewrite, { ...changed, version, user_ids: [ada.id, grace.id] })
    await goTo(2)
    expect(await ada.inbox()).toEqual([])
    await goTo(3)
    expect(await ada.inbox()).toMatchObject([{ title: 'Winter' }])
    expect(await grace.inbox()).toHaveLength(1)
    const now = await statusOf(notification_id)
    const late = await app.refusal(notifications.rewrite, { ...changed, version: now.version })
    expect([late.status, late.message]).toEqual([
      409,
      'This notification has begun to go. It cannot be changed any more.',
    ])
  })

  it('can be recalled until it has gone, and goes to nobody else then', async () => {
    const [east, west] = [
      await ownerIn('East Coast', 'America/New_York'),
      await ownerIn('West Coast', 'America/Denver'),
    ]
    const whom = { user_ids: [east.id, west.id], send_at: '2031-06-10T15:00', local_time: true }
    const [whole, half, gone] = [await send(whom), await send(whom), await send(whom)]
    const recall = ({ _id }: { _id: string }) => app.call(notifications.recall, { notification_id: _id })
    expect((await recall(whole)).data).toMatchObject({ stage: 'recalled' })
    await goTo(2)
    expect((await recall(half)).data).toMatchObject({ stage: 'recalled', recipients: 1 })
    await goTo(4)
    expect(await east.inbox()).toHaveLength(2)
    expect(await west.inbox()).toHaveLength(1)
    const refusals = await Promise.all(
      [whole, half, gone].map(({ _id }) => app.refusal(notifications.recall, { notification_id: _id })),
    )
    expect(refusals.map(({ status, message }) => [status, message])).toEqual([
      [409, IS_RECALLED],
      [409, IS_RECALLED_HALFWAY],
      [409, HAS_GONE],
    ])
  })

  it('by owners’ own clocks can still be edited when its time is over in the east', async () => {
    const west = await ownerIn('West Coast', 'America/Denver')
    const when = { send_at: '2031-06-10T14:30', local_time: true }
    const { _id, version } = await send({ user_ids: [west.id], ...when })
    await goTo(1)
    const edit = { ...text, title: 'Winter', notification_id: _id, version }
    const { errors } = await app.refusal(notifications.rewrite, { ...edit, ...when })
    expect(errors).toEqual({ send_at: [OVER_IN_THE_EAST] })
    await app.call(notifications.rewrite, edit)
    await goTo(4)
    expect(await west.inbox()).toMatchObject([{ title: 'Winter', created_at: at(4) }])
  })

  it.each([
    ['no time', { send_at: 'soon' }],
    ['a moment without a zone', { send_at: '2031-06-11T09:00' }],
    ['a day that there is not', { send_at: '2031-02-30T09:00:00Z' }],
    ['owners’ own time without a time', { local_time: true }],
    ['a time that is over', { send_at: at(-1) }],
    ['a local time that is over in Newfoundland', { send_at: '2031-06-10T14:28', local_time: true }],
    ['a local time that is over everywhere', { send_at: '2031-06-10T06:00', local_time: true }],
    ['a time that nobody means', { send_at: '2131-06-10T06:00:00Z' }],
  ])('is refused with %s', async (_what, when) => {
    const user_ids = [await addOwner(app)]
    const { status, errors } = await app.refusal(notifications.send, { ...text, user_ids, ...when })
    expect([status, Object.keys(errors ?? {})]).toEqual([422, ['send_at']])
  })
})

it('Who has opened a message, and when, is told by the hour', async () => {
  const owners = await Promise.all([0, 1, 2].map((place) => ownerIn(`Owner ${place}`, 'America/Denver')))
  const { _id: notification_id } = await send({ user_ids: owners.map(({ id }) => id), send_at: at(1) })
  await goTo(1)
  for (const [place, hours] of [1.2, 3.4].entries()) {
    vi.setSystemTime(START + hours * HOUR)
    await app.call(ownNotifications.markRead, { notification_id }, { token: owners[place]?.token ?? '' })
  }
  const { data } = await app.call(notifications.opened, { notification_id })
  expect(data).toEqual({
    opened: 2,
    hours: [
      { hour: at(1), opened: 1 },
      { hour: at(3), opened: 1 },
    ],
  })
  const rows = (await app.call(notifications.recipients, { notification_id })).data
  const openedBy = new Map(rows.map(({ _id, opened_at }) => [_id, opened_at]))
  expect(owners.map(({ id }) => openedBy.get(id))).toEqual([at(1.2), at(3.4), null])
})

describe('two messages a week', () => {
  it('ring; a third is in the inbox only, unless it is about safety, and is counted so beforehand', async () => {
    const ada = await ownerIn('Ada Byron', 'America/Denver')
    const user_ids = [ada.id]
    const audience = { field: 'has_rv', op: 'eq', value: false }
    const counted = async () => {
      const one = await app.call(notifications.count, { user_ids, purpose: 'service' })
      const other = await app.call(audiences.count, { audience })
      expect(one.data.held_back.weekly_limit).toBe(other.data.held_back.weekly_limit)
      return [one.data.count, other.data.count, one.data.held_back.weekly_limit]
    }
    await send({ user_ids, purpose: 'safety' })
    for (let time = 0; time < 2; time++) {
      expect(await counted()).toEqual([1, 1, 0])
      const { counts, held_back } = await send({ user_ids })
      expect([counts.waiting, held_back.weekly_limit]).toEqual([1, 0])
      await app.runJobs()
    }
    expect(await counted()).toEqual([1, 1, 1])
    expect((await send({ user_ids })).held_back).toMatchObject({ no_consent: 0, weekly_limit: 1 })
    expect((await send({ user_ids, purpose: 'safety' })).counts.waiting).toBe(1)
    expect(await ada.inbox()).toHaveLength(5)
    const later = await send({ user_ids, send_at: at(24 * 7 + 1) })
    await goTo(24 * 7 + 1)
    expect((await statusOf(later._id)).counts).toMatchObject({ inbox: 1, weekly_limit: 0 })
  })
})
