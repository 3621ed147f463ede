import { afterEach, expect, it, vi } from 'vitest'
import { changes } from '#contract/changes.ts'
import { notifications } from '#contract/notifications.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { ownNotifications } from '#contract/owner/notifications.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { users } from '#contract/users.ts'
import { toZonedTime } from '#contract/zoned-time.ts'
import type { Push } from '../../integrations/push/push.ts'
import { enqueueAgain, runNextJob } from '../../jobs/jobs.ts'
import { addPhone } from '../../testing/add-phone.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { eraseOwner, mergeInto } from '../../testing/end-account.ts'
import { addOwner } from '../../testing/people.ts'
import { notificationJobs } from '../record-jobs.ts'
import { remindOwners } from './reminders.service.ts'

const HOUR = 3_600_000
const log = { error: () => undefined, info: () => undefined }

let app: TestApp
async function open(start: string, settings: Record<string, string> = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(start) })
  const all = { SESSION_IDLE_HOURS: '800', SESSION_MAX_DAYS: '90', OFFICE_TIME_ZONE: 'America/Denver', ...settings }
  app = await buildTestApp(all)
}
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const item = { reminder_name: 'Spring check', item_name: 'Roof sealant', due_date: '2031-06-12', note: 'Look.' }
async function ownerIn(name: string, time_zone?: string) {
  const id = await addOwner(app, name)
  const token = await addPhone(app, id, { token: id, time_zone })
  const add = async (more: object = {}) =>
    (await app.call(ownRecords.addMaintenance, { ...item, ...more }, { token })).data
  const inbox = async () => (await app.call(ownNotifications.inbox, {}, { token })).data
  return {
    id,
    token,
    add,
    inbox,
    edit: (more: object) => app.call(ownRecords.editMaintenance, { ...item, ...more }, { token }),
  }
}
async function at(moment: string) {
  vi.setSystemTime(Date.parse(moment))
  await remindOwners(app.deps)
  await app.runJobs()
}
const texts = (messages: { title: string; description: string }[]) => messages.map(({ description }) => description)

it('Owners are reminded on the day, by their own clocks and not by night, by one message of which nobody is the sender', async () => {
  await open('2031-06-10T17:00:00Z')
  const [ada, grace] = [await ownerIn('Ada Byron', 'America/New_York'), await ownerIn('Grace Hopper', 'Asia/Tokyo')]
  const office = await ownerIn('Mary Kenneth')
  for (const owner of [ada, grace, office]) await owner.add()
  await ada.add({ item_name: 'Tires' })
  const seen: Record<string, number[]> = {}
  // 8:00 in Tokyo is 23:00 UTC the day before, in New York 12:00, at the office 14:00.
  for (const hour of ['11T22:59', '11T23:00', '12T11:59', '12T12:00', '12T13:59', '12T14:00', '12T16:00']) {
    await at(`2031-06-${hour}:00Z`)
    seen[hour] = await Promise.all([ada, grace, office].map(async ({ inbox }) => (await inbox()).length))
  }
  expect(seen).toEqual({
    '11T22:59': [0, 0, 0],
    '11T23:00': [0, 1, 0],
    '12T11:59': [0, 1, 0],
    '12T12:00': [1, 1, 0],
    '12T13:59': [1, 1, 0],
    '12T14:00': [1, 1, 1],
    '12T16:00': [1, 1, 1],
  })
  expect(await ada.inbox()).toMatchObject([
    { title: 'Maintenance due', description: 'Due on June 12, 2031: Roof sealant, Tires' },
  ])
  expect(texts(await grace.inbox())).toEqual(['Due on June 12, 2031: Roof sealant'])
  const sent = await app.call(notifications.list, {})
  expect(sent.data).toMatchObject([{ sent_by: 'System', recipients: 3, purpose: 'service', stage: 'sent' }])
  const hello = { title: 'Hello', description: 'Hello.', user_ids: [ada.id] }
  const admin = (await app.call(notifications.send, hello)).data.sent_by
  const found = async (op: string, value?: string) =>
    (await app.call(notifications.list, { filters: { sent_by: { op, value } } })).data.map(({ sent_by }) => sent_by)
  expect({
    contains: await found('contains', 'SYST'),
    equals: await found('equals', 'system'),
    starts: await found('starts_with', 'sys'),
    ends: await found('ends_with', 'tem'),
    other: await found('contains', admin),
    not: await found('not_contains', 'system'),
    notOther: await found('not_equals', admin),
    empty: await found('is_empty'),
    any: (await found('not_empty')).length,
  }).toEqual({
    contains: ['System'],
    equals: ['System'],
    starts: ['System'],
    ends: ['System'],
    other: [admin],
    not: [admin],
    notOther: ['System'],
    empty: [],
    any: 2,
  })
  expect((await app.call(notifications.list, { sort: [{ field: 'sent_by', order: 'asc' }] })).total).toBe(2)
  const list = await app.call(changes.list, { filters: { record_type: { value: 'notifications' } } })
  expect(JSON.stringify(list.data)).toContain('Maintenance was due')
})

it('A changed date reminds anew, the same day never, and what is added later by a message of its own', async () => {
  await open('2031-06-10T17:00:00Z')
  const ada = await ownerIn('Ada Byron', 'America/New_York')
  const { _id: maintenance_id } = await ada.add()
  await at('2031-06-12T15:00:00Z')
  await ada.edit({ maintenance_id, due_date: '2031-06-14' })
  await at('2031-06-14T15:00:00Z')
  await at('2031-06-14T16:00:00Z')
  expect(texts(await ada.inbox())).toEqual(['Due on June 14, 2031: Roof sealant', 'Due on June 12, 2031: Roof sealant'])
  await app.db.updateTable('maintenance_items').set({ due_date: '2031-06-12' }).execute()
  await at('2031-06-14T17:00:00Z')
  expect(await ada.inbox()).toHaveLength(2)
  const second = await ada.add({ item_name: 'Tires', due_date: '2031-06-15' })
  await app.db.updateTable('maintenance_items').set({ due_date: '2031-06-14' }).where('id', '=', second._id).execute()
  await at('2031-06-14T18:00:00Z')
  expect(texts(await ada.inbox()).slice(0, 1)).toEqual(['Due on June 14, 2031: Tires'])
  expect(await ada.inbox()).toHaveLength(3)
})

it('Nobody is reminded of what is done, deleted or long past, who wants no reminders, or whose account has ended', async () => {
  await open('2031-06-10T17:00:00Z')
  const zone = 'America/New_York'
  const names = ['Done', 'Deleted', 'Not Wanted', 'Deactivated', 'Late', 'Told']
  const owners = await Promise.all(names.map((name) => ownerIn(`Owner ${name}`, zone)))
  const [done, deleted, unwanted, ended, late, told] = owners as [(typeof owners)[0], ...typeof owners] & typeof owners
  for (const owner of owners) await owner?.add()
  const { data } = await app.call(ownRecords.maintenance, {}, { token: done?.token ?? '' })
  await app.call(ownRecords.doneMaintenance, { maintenance_id: data[0]?._id, done: true }, { token: done?.token ?? '' })
  const other = await app.call(ownRecords.maintenance, {}, { token: deleted?.token ?? '' })
  await app.call(ownRecords.deleteMaintenance, { maintenance_id: other.data[0]?._id }, { token: deleted?.token ?? '' })
  await app.call(
    ownerAccount.setPreferences,
    { news: true, reminders: false, text_version: 'v1' },
    { token: unwanted?.token ?? '' },
  )
  await app.call(users.changeStatus, { user_id: ended?.id, status: false })
  await app.db
    .updateTable('maintenance_items')
    .set({ due_date: '2031-06-05' })
    .where('added_by_id', '=', late?.id ?? '')
    .execute()
  await at('2031-06-12T15:00:00Z')
  expect((await told?.inbox())?.length).toBe(1)
  for (const owner of [done, deleted, unwanted, late]) expect(await owner?.inbox()).toEqual([])
  expect((await app.call(notifications.list, {})).data).toMatchObject([{ recipients: 1 }])
})

it('It is said so many days before as is set, and late where no server ran; the week’s limit holds for phones', async () => {
  await open('2031-06-01T17:00:00Z', { MAINTENANCE_REMINDER_DAYS: '3', WEEKLY_MESSAGE_LIMIT: '1' })
  const ada = await ownerIn('Ada Byron', 'America/New_York')
  await ada.add()
  await at('2031-06-09T11:59:00Z')
  expect(await ada.inbox()).toEqual([])
  await at('2031-06-09T12:00:00Z')
  expect(await ada.inbox()).toHaveLength(1)
  await ada.add({ item_name: 'Tires', due_date: '2031-06-13' })
  await at('2031-06-15T15:00:00Z')
  expect(texts(await ada.inbox())).toEqual(['Due on June 13, 2031: Tires', 'Due on June 12, 2031: Roof sealant'])
  const { data } = await app.call(notifications.list, { sort: [{ field: 'created_at', order: 'desc' }] })
  expect(data.map(({ counts }) => [counts.inbox, counts.weekly_limit])).toEqual([
    [0, 1],
    [1, 0],
  ])
})

it('What is due goes with the account into which another was merged, and nowhere with one that was erased', async () => {
  await open('2031-06-10T17:00:00Z')
  const [kept, other, erased] = [
    await ownerIn('Ada Byron', 'America/New_York'),
    await ownerIn('Ada King'),
    await ownerIn('Eve'),
  ]
  for (const owner of [kept, other, erased]) await owner.add({ item_name: owner.id })
  await mergeInto(app, { from: other.id, into: kept.id })
  await eraseOwner(app, erased.id)
  await at('2031-06-12T15:00:00Z')
  expect((await kept.inbox()).flatMap(({ description }) => description.split(': ')[1]?.split(', '))).toEqual([
    kept.id,
    other.id,
  ])
  expect((await app.call(notifications.list, {})).data).toMatchObject([{ recipients: 1 }])
})

it.each([
  ['forward', '2031-03-09'],
  ['back', '2031-11-02'],
])('Two servers tell each once, on the day when clocks are put %s, whatever their clock does', async (way, day) => {
  const start = Date.parse(`${day}T00:00:00Z`)
  await open(new Date(start - 48 * HOUR).toISOString(), { WEEKLY_MESSAGE_LIMIT: '1000' })
  const zones = ['America/New_York', 'America/St_Johns', 'America/Denver', 'Pacific/Honolulu', 'Europe/Berlin'] as const
  const zoneOf = new Map<string, string>()
  for (const [place, zone] of [...zones, ...zones].entries()) {
    const owner = await ownerIn(`Owner ${place}`, zone)
    zoneOf.set(owner.id, zone)
    await owner.add({ due_date: day })
  }
  const told: { user: string; at: number }[] = []
  const push: Push = async (_message, [user = '']) => {
    told.push({ user, at: Date.now() })
    return { state: 'accepted', reason: null, gone: [] }
  }
  const jobs = notificationJobs(app.deps, push)
  // By the job that does it, and without what keeps servers from doing it simultaneously.
  const isByJob = way === 'back'
  if (isByJob) await enqueueAgain(app.db, jobs)
  async function look() {
    if (!isByJob) await remindOwners(app.deps).catch(() => undefined)
    for (let job = 0; job < 20 && (await runNextJob(app.db, jobs, log)); job++);
  }
  for (
    let now = start - 24 * HOUR, place = 0;
    now < start + 60 * HOUR;
    now += [HOUR, 2 * HOUR, -HOUR / 3, HOUR / 4][place++ % 4] ?? HOUR
  ) {
    vi.setSystemTime(now)
    await Promise.all([look(), look()])
  }
  expect(told.map(({ user }) => user).toSorted()).toEqual([...zoneOf.keys()].toSorted())
  for (const { user, at } of told) {
    const [on, time] = toZonedTime(new Date(at).toISOString(), zoneOf.get(user) ?? '')
    expect([on, time >= '08:00' && time < '21:00']).toEqual([day, true])
  }
})

it('A reminder is in French for who reads it, where owners read French', async () => {
  await open('2031-06-12T17:00:00Z', { LANGUAGES: 'en,fr' })
  const [ada, grace] = [await ownerIn('Ada Byron'), await ownerIn('Grace Hopper')]
  await app.call(ownerAccount.editProfile, { name: 'Grace Hopper', language: 'fr' }, { token: grace.token })
  for (const owner of [ada, grace]) await owner.add({ due_date: '2031-06-13' })
  await at('2031-06-13T17:00:00Z')
  expect([await ada.inbox(), await grace.inbox()]).toMatchObject([
    [{ title: 'Maintenance due', description: 'Due on June 13, 2031: Roof sealant' }],
    [{ title: 'Entretien à faire', description: 'À faire le 13 juin 2031\u00a0: Roof sealant' }],
  ])
})
