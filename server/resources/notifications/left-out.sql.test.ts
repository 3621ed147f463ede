import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { changes } from '#contract/changes.ts'
import { notifications } from '#contract/notifications.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { ownNotifications } from '#contract/owner/notifications.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { users } from '#contract/users.ts'
import { insertMany } from '../../db/engines/insert-many.ts'
import { readQuery } from '../../db/raw-query.ts'
import { addPhone } from '../../testing/add-phone.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { eraseOwner, mergeInto } from '../../testing/end-account.ts'
import { addCatalogue, addOwner } from '../../testing/people.ts'
import { countedAfter, markCounted } from './counted-users.ts'
import { STEP_SIZE } from './counts.service.ts'
import { IS_RECALLED, IS_RECALLED_HALFWAY } from './scheduled.service.ts'

const HOUR = 3_600_000
/** Daytime from Newfoundland to Los Angeles. */
const START = Date.parse('2031-06-10T17:00:00.000Z')
const at = (hours: number) => new Date(START + hours * HOUR).toISOString()

let app: TestApp
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START })
  const sender = { SENDER_NAME: 'RV Works', SENDER_ADDRESS: '1 Main St', SENDER_CONTACT: 'a@example.com' }
  app = await buildTestApp({ ...sender, SESSION_IDLE_HOURS: '200', SESSION_MAX_DAYS: '30' })
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const text = { title: 'Recall', description: 'Please call your dealer.' }
const send = async (more: object) => (await app.call(notifications.send, { ...text, ...more })).data
const statusOf = async (notification_id: string) => (await app.call(notifications.status, { notification_id })).data
const ledger = async (notification_id: string) => {
  const { data } = await app.call(notifications.recipients, { notification_id })
  return Object.fromEntries(data.map(({ _id, state, reason }) => [_id, reason ?? state]))
}
const goTo = async (hours: number) => {
  vi.setSystemTime(START + hours * HOUR)
  await app.runJobs()
}
async function owner(name: string, time_zone = 'America/Denver') {
  const id = await addOwner(app, name)
  const token = await addPhone(app, id, { token: name.replaceAll(' ', '-'), time_zone })
  const inbox = async () => (await app.call(ownNotifications.inbox, {}, { token })).data.length
  const wants = (news: boolean) =>
    app.call(ownerAccount.setPreferences, { news, reminders: true, text_version: 'v1' }, { token })
  return { id, token, inbox, wants }
}

const names = ['Kept One', 'Merged One', 'Erased One', 'Ended One', 'Bought One', 'Told One']

it.each(['chosen', 'all who match', 'an audience'] as const)(
  'Of %s, the ledger names each who was counted and is not meant any more, and says why; who came since cancels nobody',
  async (whom) => {
    const [kept, merged, erased, ended, bought, told] = await Promise.all(names.map((name) => owner(name)))
    const id = (one: { id: string } | undefined) => one?.id ?? ''
    const all = [merged, erased, ended, bought, told].map(id)
    const meant = {
      chosen: { user_ids: all },
      'all who match': { all_matching: { filters: { name: { op: 'ends_with', value: 'One' } }, except: [id(kept)] } },
      'an audience': { audience: { field: 'has_rv', op: 'eq', value: false }, expect: 6 },
    }[whom]
    const { _id, counted } = await send({ ...meant, send_at: at(1) })
    expect(counted).toBe(whom === 'an audience' ? 6 : 5)
    await mergeInto(app, { from: id(merged), into: id(kept) })
    await eraseOwner(app, id(erased))
    await app.call(users.changeStatus, { user_id: id(ended), status: false })
    await app.call(ownRecords.addRv, { ...(await addCatalogue(app)), vin: '310312' }, { token: bought?.token ?? '' })
    const come = await Promise.all(['New One', 'Newer One', 'Newest One'].map((name) => owner(name)))
    await goTo(1)
    const so = await ledger(_id)
    expect(so).toMatchObject({
      [id(merged)]: 'Was merged into another account.',
      [id(erased)]: 'Was erased.',
      [id(ended)]: 'Was deactivated.',
      [id(bought)]: whom === 'an audience' ? 'Does not meet the conditions any more.' : 'inbox',
      [id(told)]: 'inbox',
    })
    const gone = await statusOf(_id)
    const not_meant = whom === 'an audience' ? 4 : 3
    const joined = whom === 'chosen' ? 1 : 3
    expect(gone).toMatchObject({ stage: 'sent', counted, held_back: { not_meant, recalled: 0 } })
    expect(gone.recipients).toBe((counted ?? 0) - not_meant + joined)
    expect(gone.counts.inbox).toBe(gone.recipients)
    expect(await told?.inbox()).toBe(1)
    expect(await come[0]?.inbox()).toBe(whom === 'chosen' ? 0 : 1)
    expect(await app.db.selectFrom('scheduled_messages').selectAll().execute()).toEqual([])
    const { data: got } = await app.call(notifications.list, { filters: { recipient_id: { value: id(ended) } } })
    expect(got).toEqual([])
  },
)

it('Who wants no news any more is named too, and who was counted is who was meant when it was last edited', async () => {
  const [one, two, three] = [await owner('One Person'), await owner('Two Person'), await owner('Three Person')]
  await Promise.all([one, two, three].map(({ wants }) => wants(true)))
  const first = await send({ user_ids: [one.id, two.id], purpose: 'news', send_at: at(1) })
  const edit = { ...text, notification_id: first._id, version: first.version }
  const { data } = await app.call(notifications.rewrite, { ...edit, user_ids: [two.id, three.id] })
  await app.call(notifications.rewrite, { ...edit, version: data.version, title: 'Winter' })
  await two.wants(false)
  await goTo(1)
  expect(await ledger(first._id)).toEqual({ [two.id]: 'Has not agreed to news any more.', [three.id]: 'inbox' })
  expect(await two.inbox()).toBe(0)
  expect(await statusOf(first._id)).toMatchObject({ counted: 2, recipients: 1, held_back: { not_meant: 1 } })
})

async function addUsers(count: number) {
  const at = new Date().toISOString()
  const rows = Array.from({ length: count }, (_, place) => {
    const [name, email] = [`Owner ${place}`, `owner-${place}@example.com`]
    const keys = { name_key: name.toLowerCase(), email_key: email, type: 'SIMPLE', must_change_password: 0 } as const
    return { id: email, is_deleted: 0, version: 1, created_at: at, updated_at: at, name, email, status: 1, ...keys }
  })
  await app.db.transaction().execute((db) => insertMany(db, 'users', rows))
}

it('A message that goes at once keeps how many were counted', async () => {
  const [one, two] = [await owner('One Person'), await owner('Two Person')]
  expect(await send({ user_ids: [one.id, two.id] })).toMatchObject({ counted: 2, recipients: 2 })
})

it('A large message at once names who was deactivated while its recipients were being added', async () => {
  await addUsers(STEP_SIZE + 500)
  const filters = { name: { op: 'contains', value: 'o' } }
  const { total: all } = await app.call(users.list, { filters })
  const { _id, counted } = await send({ all_matching: { filters } })
  expect(counted).toBe(all)
  const gone = [3, 900, 2400, 2401, 2402].map((place) => `owner-${place}@example.com`)
  await app.db.updateTable('users').set({ status: 0 }).where('id', 'in', gone).execute()
  await app.runJobs()
  const so = await statusOf(_id)
  expect(so).toMatchObject({ counted: all, recipients: (all ?? 0) - 5, held_back: { not_meant: 5 } })
  const { data } = await app.call(notifications.recipients, {
    notification_id: _id,
    filters: { state: { value: 'not_meant' } },
  })
  expect(data.map((one) => one._id).toSorted()).toEqual(gone.toSorted())
})

it('A recall names whom it has spared, and a second one says what is true', async () => {
  const [east, west, ended] = [
    await owner('East Coast', 'America/New_York'),
    await owner('West Coast'),
    await owner('Ended Coast'),
  ]
  const user_ids = [east.id, west.id, ended.id]
  const whom = { user_ids, send_at: '2031-06-10T15:00', local_time: true }
  const [half, whole] = [await send(whom), await send(whom)]
  const recall = ({ _id: notification_id }: { _id: string }) => app.call(notifications.recall, { notification_id })
  const again = async ({ _id: notification_id }: { _id: string }) =>
    (await app.refusal(notifications.recall, { notification_id })).message
  await recall(whole)
  await app.call(users.changeStatus, { user_id: ended.id, status: false })
  await goTo(2)
  const { data } = await recall(half)
  expect(data).toMatchObject({ recipients: 1, counted: 3, held_back: { recalled: 2, not_meant: 0 } })
  await goTo(48)
  expect(await ledger(half._id)).toEqual({ [east.id]: 'inbox', [west.id]: 'recalled', [ended.id]: 'recalled' })
  expect([await east.inbox(), await west.inbox()]).toEqual([1, 0])
  expect([await again(half), await again(whole)]).toEqual([IS_RECALLED_HALFWAY, IS_RECALLED])
  expect(await ledger(whole._id)).toEqual({})
})

it('An undone merge finds the ledger of the account that comes back as it was', async () => {
  const [kept, merged] = [await owner('Kept One'), await owner('Merged One')]
  const { _id } = await send({ user_ids: [merged.id], send_at: at(1) })
  await app.call(users.changeStatus, { user_id: merged.id, status: false })
  await goTo(1)
  await app.db
    .updateTable('sessions')
    .set({ proved_at: at(1) })
    .execute()
  const change = await mergeInto(app, { from: merged.id, into: kept.id })
  expect(await ledger(_id)).toEqual({ [merged.id]: 'Was deactivated.' })
  await app.call(changes.undo, { change_id: change.change_id ?? '' })
  expect(await ledger(_id)).toEqual({ [merged.id]: 'Was deactivated.' })
})

it('Any users are marked as they are found, in steps', async () => {
  const ids = []
  for (let place = 0; place < 70; place++) ids.push(await addOwner(app, `Owner ${place}`))
  const some = ids.filter((_id, place) => place % 3 !== 1)
  const where = { sql: `where users.id in (${some.map(() => '?').join()})`, values: some }
  const marked = await markCounted((sql, values) => readQuery(app.db, sql, values), where)
  const rows = await app.db.selectFrom('users').select('seq').where('id', 'in', some).orderBy('seq').execute()
  const seqs = rows.map(({ seq }) => Number(seq))
  expect(countedAfter(marked, 0, 1000)).toEqual(seqs)
  expect(countedAfter(marked, seqs[9] ?? 0, 10)).toEqual(seqs.slice(10, 20))
  expect(countedAfter(marked, seqs.at(-1) ?? 0, 10)).toEqual([])
})
