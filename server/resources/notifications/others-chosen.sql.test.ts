import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { changes } from '#contract/changes.ts'
import { notifications } from '#contract/notifications.ts'
import { ownNotifications } from '#contract/owner/notifications.ts'
import { users } from '#contract/users.ts'
import { addPhone } from '../../testing/add-phone.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addOwner } from '../../testing/people.ts'

const START = Date.parse('2031-06-10T17:00:00.000Z')
const at = (hours: number) => new Date(START + hours * 3_600_000).toISOString()

let app: TestApp
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START })
  app = await buildTestApp()
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const text = { title: 'Recall', description: 'Please call your dealer.' }
const owning = { field: 'has_rv', op: 'eq', value: false }
async function ownerCalled(name: string) {
  const id = await addOwner(app, name)
  const token = await addPhone(app, id, { token: name, time_zone: 'America/Denver' })
  return { id, got: async () => (await app.call(ownNotifications.inbox, {}, { token })).data.length }
}
const latest = async () =>
  (await app.call(changes.list, { filters: { record_type: { value: 'notifications' } } })).data[0]?.sentence

it('A message that waits goes to others once they are chosen, and the history says so each time', async () => {
  const [ada, grace, mary] = [await ownerCalled('ada'), await ownerCalled('grace'), await ownerCalled('mary')]
  const { data: sent } = await app.call(notifications.send, { ...text, user_ids: [ada.id], send_at: at(2) })
  const edit = { ...text, notification_id: sent._id }
  // As many as before, and the same text.
  const one = await app.call(notifications.rewrite, { ...edit, version: sent.version, user_ids: [grace.id] })
  expect(one.data).toMatchObject({ counted: 1, meant_for: null, version: sent.version + 1 })
  expect(await latest()).toMatch(/, which waits to be sent, and who gets it: 1 user$/)
  // An editor who had seen the earlier version overwrites nobody.
  const stale = { ...edit, version: sent.version, user_ids: [mary.id] }
  expect((await app.refusal(notifications.rewrite, stale)).status).toBe(409)

  const asked = { ...edit, version: one.data.version, audience: owning }
  expect((await app.refusal(notifications.rewrite, asked)).errors).toHaveProperty('expect')
  expect((await app.refusal(notifications.rewrite, { ...asked, expect: 7 })).status).toBe(409)
  const two = await app.call(notifications.rewrite, { ...asked, expect: 3 })
  expect(two.data).toMatchObject({ counted: 3, audience: owning, meant_for: 'Owners without an RV' })
  expect(await latest()).toMatch(/, which waits to be sent, and who gets it: 3 users$/)

  await app.call(users.changeStatus, { user_id: ada.id, status: false })
  const all = { ...edit, version: two.data.version, all_matching: { filters: { name: { value: 'mary' } } }, expect: 1 }
  const three = await app.call(notifications.rewrite, all)
  expect(three.data).toMatchObject({ counted: 1, audience: null, meant_for: null })
  const same = await app.call(notifications.rewrite, { ...edit, version: three.data.version, title: 'Winter' })
  expect(await latest()).toMatch(/“Winter”.*, which waits to be sent$/)
  expect(same.data.counted).toBe(1)
  vi.setSystemTime(START + 2 * 3_600_000)
  await app.runJobs()
  expect([await grace.got(), await mary.got()]).toEqual([0, 1])
})

it('What a message is for stays where an edit does not say it: news goes to those who have agreed alone', async () => {
  const settings = {
    SENDER_NAME: 'Acme RV',
    SENDER_ADDRESS: '1 Main St, Elkhart, IN 46514',
    SENDER_CONTACT: 'a@example.com',
  }
  await app.close()
  app = await buildTestApp(settings)
  const [ada, grace] = [await ownerCalled('ada'), await ownerCalled('grace')]
  await app.db.updateTable('users').set({ news: 1 }).where('id', '=', ada.id).execute()
  const news = { ...text, purpose: 'news', user_ids: [ada.id, grace.id], send_at: at(2) } as const
  const { data: sent } = await app.call(notifications.send, news)
  expect(await latest()).toContain('scheduled')
  const edit = { ...text, title: 'Winter', notification_id: sent._id }
  const { data } = await app.call(notifications.rewrite, { ...edit, version: sent.version })
  expect(data.purpose).toBe('news')
  const both = { ...edit, version: data.version, user_ids: [grace.id, ada.id] }
  expect((await app.call(notifications.rewrite, both)).data).toMatchObject({ purpose: 'news', counted: 1 })
  vi.setSystemTime(START + 2 * 3_600_000)
  await app.runJobs()
  expect([await ada.got(), await grace.got()]).toEqual([1, 0])
})
