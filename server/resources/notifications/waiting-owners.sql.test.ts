import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { changes } from '#contract/changes.ts'
import { notifications } from '#contract/notifications.ts'
import { ownNotifications } from '#contract/owner/notifications.ts'
import { users } from '#contract/users.ts'
import { addPhone } from '../../testing/add-phone.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { eraseOwner, mergeInto } from '../../testing/end-account.ts'
import { startFakeFcm } from '../../testing/fake-fcm.ts'
import { addOwner } from '../../testing/people.ts'

const HOUR = 3_600_000
/** Daytime from Newfoundland to Los Angeles. */
const START = Date.parse('2031-06-10T17:00:00.000Z')

let app: TestApp
let fcm: Awaited<ReturnType<typeof startFakeFcm>>
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START })
  fcm = await startFakeFcm()
  app = await buildTestApp({ ...fcm.env, SESSION_IDLE_HOURS: '200', SESSION_MAX_DAYS: '30' })
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
  await fcm.stop()
})

async function owner(name: string) {
  const id = await addOwner(app, name)
  const token = await addPhone(app, id, { token: name.replaceAll(' ', '-'), time_zone: 'America/Denver' })
  const inbox = async () => (await app.call(ownNotifications.inbox, {}, { token })).data.length
  return { id, inbox }
}

it.each(['chosen', 'all who match', 'an audience'] as const)(
  'Of %s, one who was erased or deactivated while a message waited is not told, one who was merged once by the account that stays',
  async (whom) => {
    const names = ['Kept One', 'Merged One', 'Erased One', 'Ended One', 'Other One', 'Other Two']
    const [kept, merged, erased, ended, stays, into] = await Promise.all(names.map(owner))
    const chosen = [kept, merged, erased, ended, into].map((one) => one?.id ?? '')
    const meant = {
      chosen: { user_ids: chosen },
      'all who match': { all_matching: { filters: { name: { op: 'contains', value: 'One' } } } },
      'an audience': { audience: { field: 'has_rv', op: 'eq', value: false }, expect: 6 },
    }[whom]
    const text = { title: 'Recall', description: 'Please call.', send_at: new Date(START + HOUR).toISOString() }
    const { data } = await app.call(notifications.send, { ...text, ...meant })
    await mergeInto(app, { from: merged?.id ?? '', into: kept?.id ?? '' })
    await eraseOwner(app, erased?.id ?? '')
    await app.call(users.changeStatus, { user_id: ended?.id, status: false })
    vi.setSystemTime(START + HOUR)
    await app.runJobs()
    await app.runJobs()
    const told = { chosen: [1, 0, 1], 'all who match': [1, 1, 0], 'an audience': [1, 1, 1] }[whom]
    expect(await Promise.all([kept, stays, into].map(async (one) => one?.inbox()))).toEqual(told)
    const recipients = await app.db
      .selectFrom('notification_recipients')
      .select('user_id')
      .where('state', '<>', 'not_meant')
      .execute()
    const some = [kept, stays, into].filter((_one, place) => told[place]).map((one) => one?.id ?? '')
    expect(recipients.map(({ user_id }) => user_id).toSorted()).toEqual(
      some.toSorted((one, other) => (one < other ? -1 : 1)),
    )
    // The merged account's phone is theirs now.
    const phones = ['Kept-One', 'Other-One', 'Other-Two'].filter((_one, place) => told[place])
    expect(fcm.taken.map(({ token }) => token).toSorted()).toEqual([...phones, 'Merged-One'].toSorted())
    const { data: gone } = await app.call(notifications.status, { notification_id: data._id })
    expect(gone).toMatchObject({ stage: 'sent', recipients: some.length })
  },
)

it('One who was merged into an account that a message is not for is told there', async () => {
  const [kept, merged] = await Promise.all(['Kept One', 'Merged One'].map(owner))
  const text = { title: 'Recall', description: 'Please call.', send_at: new Date(START + HOUR).toISOString() }
  await app.call(notifications.send, { ...text, user_ids: [merged?.id] })
  await mergeInto(app, { from: merged?.id ?? '', into: kept?.id ?? '' })
  vi.setSystemTime(START + HOUR)
  await app.runJobs()
  expect(await kept?.inbox()).toBe(1)
})

it('What went to the account that stays while the other one was merged stays there after the undo, which says so', async () => {
  const [kept, merged] = await Promise.all(['Kept One', 'Merged One'].map(owner))
  const which = { from: merged?.id ?? '', into: kept?.id ?? '' }
  const undo = async ({ change_id }: { change_id: string | null }) =>
    (await app.call(changes.undo, { change_id: change_id ?? '' })).message
  expect(await undo(await mergeInto(app, which))).toBe('Change undone.')
  const text = { title: 'Recall', description: 'Please call.', send_at: new Date(START + HOUR).toISOString() }
  await app.call(notifications.send, { ...text, user_ids: [merged?.id] })
  const change = await mergeInto(app, which)
  vi.setSystemTime(START + HOUR)
  await app.runJobs()
  expect(await undo(change)).toBe('Change undone. Messages that the other account got meanwhile stay there.')
  expect([await kept?.inbox(), await merged?.inbox()]).toEqual([1, 0])
})
