import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { notifications } from '#contract/notifications.ts'
import { users } from '#contract/users.ts'
import { runNextJob } from '../../jobs/jobs.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addOwner } from '../../testing/people.ts'
import { addUser } from '../users/users.service.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const recall = { title: 'Recall', description: 'Please call your dealer.' }
const send = (more: object, as?: { onceKey: string }) => app.call(notifications.send, { ...recall, ...more }, as)
const refusal = (more: object) => app.refusal(notifications.send, { ...recall, ...more })
const turnOff = (user_id: string) => app.call(users.changeStatus, { user_id, status: false })
const sentTo = async (notification_id: string) =>
  (await app.call(notifications.recipients, { notification_id })).data.map(({ name }) => name)

describe('admin/notifications/send', () => {
  it('tells the chosen users, and says to how many it goes', async () => {
    const ids = [await addOwner(app, 'Grace Hopper'), await addOwner(app, 'Ada Byron')]
    await addOwner(app, 'Not Chosen')
    const { message, data } = await send({ user_ids: ids })
    expect(message).toBe('Notification has been sent.')
    expect(data).toMatchObject({ ...recall, recipients: 2, counts: { waiting: 2, inbox: 0 } })
    await app.runJobs()
    expect((await app.call(notifications.status, { notification_id: data._id })).data.counts).toMatchObject({
      waiting: 0,
      inbox: 2,
    })
    expect(await sentTo(data._id)).toEqual(['Grace Hopper', 'Ada Byron'])
  })

  it('takes user and content for user_ids and description', async () => {
    const user = await addOwner(app)
    for (const spelling of [{ user }, { user: [user] }]) {
      const { data } = await app.call(notifications.send, { title: 'Recall', content: 'Call us.', ...spelling })
      expect([data.description, data.recipients]).toEqual(['Call us.', 1])
    }
  })

  it('tells all active users who match, as the list shows them', async () => {
    for (const name of ['Ann One', 'Ann Two', 'Bert Three']) await addOwner(app, name)
    await turnOff(await addOwner(app, 'Ann Off'))
    const one = await send({ all_matching: { filters: { name: { op: 'contains', value: 'ann' } } } })
    expect(await sentTo(one.data._id)).toEqual(['Ann One', 'Ann Two'])
    expect((await send({ all_matching: {} })).data.recipients).toBe(3)
    const { status, message } = await refusal({ all_matching: { filters: { shoe_size: { value: '1' } } } })
    expect([status, message]).toEqual([422, 'This list cannot be filtered by the field shoe_size.'])
  })

  it.each([
    ['nobody', {}],
    ['an empty selection', { user_ids: [] }],
    ['a filter that nobody fits', { all_matching: { filters: { name: { value: 'zz' } } } }],
  ])('asks for a user when sent to %s', async (_whom, whom) => {
    const { status, message, errors } = await refusal(whom)
    expect([status, message, errors?.user_ids]).toEqual([422, 'Please select user', ['Please select user']])
  })

  it('refuses an unknown and a repeated user, and then tells nobody', async () => {
    const id = await addOwner(app)
    const wrong = [[id, 'nobody'], [id, id], [id, ''], [7], 'x'.repeat(100)]
    for (const user_ids of wrong) {
      const { status, message } = await refusal({ user_ids })
      expect([status, message]).toEqual([422, 'Invalid Request.'])
    }
    expect((await refusal({ user_ids: [id], all_matching: {} })).message).toBe('Invalid Request.')
    expect((await app.call(notifications.list, {})).total).toBe(0)
    expect(await app.db.selectFrom('notification_recipients').selectAll().execute()).toEqual([])
  })

  it('leaves out who has been turned off meanwhile', async () => {
    const ids = [await addOwner(app, 'Still Here'), await addOwner(app, 'Just Gone')]
    await turnOff(ids[1] as string)
    const { data } = await send({ user_ids: ids })
    expect([data.recipients, await sentTo(data._id)]).toEqual([1, ['Still Here']])
    expect((await refusal({ user_ids: [ids[1]] })).message).toBe('Please select user')
  })

  it('refuses a missing or too long title and message', async () => {
    const user_ids = [await addOwner(app)]
    const { errors } = await app.refusal(notifications.send, { user_ids, title: ' ' })
    expect(errors).toEqual({ title: ['Title cannot be empty.'], description: ['Message cannot be empty.'] })
    const long = await refusal({ user_ids, title: 'x'.repeat(61), description: 'x'.repeat(501) })
    expect(Object.keys(long.errors ?? {})).toEqual(['title', 'description'])
  })

  it('sends once for two presses of the button', async () => {
    const user_ids = [await addOwner(app)]
    const [one, two] = [await send({ user_ids }, { onceKey: 'one' }), await send({ user_ids }, { onceKey: 'one' })]
    expect(two).toEqual(one)
    expect((await app.call(notifications.list, {})).total).toBe(1)
  })

  it('leaves its trace', async () => {
    const { data } = await send({ user_ids: [await addOwner(app)] })
    const [entry] = await app.db.selectFrom('activity').selectAll().where('record_id', '=', data._id).execute()
    expect([entry?.action, entry?.admin_id !== null]).toEqual(['add', true])
    expect(JSON.parse(entry?.changes ?? '')).toMatchObject({ title: [null, 'Recall'], recipients: [null, 1] })
  })

  it('takes 25,000 recipients in a moment and delivers in small steps, between which other jobs come', async () => {
    await addUsers(25_000)
    const start = performance.now()
    const { data } = await send({ all_matching: {} })
    expect([data.recipients, data.counts.waiting]).toEqual([25_000, 25_000])
    expect(performance.now() - start).toBeLessThan(5000)

    const done: string[] = []
    const note = (kind: string) => async () => void done.push(kind)
    await app.deps.db.insertInto('jobs').values(aMailJob()).execute()
    await runNextJob(app.db, { 'deliver-notification': note('deliver'), mail: note('mail') }, app.deps.log)
    await runNextJob(app.db, { mail: note('mail') }, app.deps.log)
    expect(done).toEqual(['deliver', 'mail'])
  })
})

const aMailJob = () => ({
  id: 'mail',
  kind: 'mail',
  payload: '{}',
  run_at: new Date().toISOString(),
  attempts: 0,
  last_error: null,
})

async function addUsers(count: number) {
  await app.db.transaction().execute(async (db) => {
    for (let place = 0; place < count; place++) {
      const email = `owner-${place}@example.com`
      await addUser(db, { name: `Owner ${place}`, email, type: 'SIMPLE', password_hash: 'x', social_id: null })
    }
  })
}

describe('admin/notifications/list', () => {
  it('shows the newest first, who sent it and to how many', async () => {
    const user_ids = [await addOwner(app)]
    await send({ user_ids, title: 'First' })
    await send({ user_ids, title: 'Second' })
    const { data } = await app.call(notifications.list, {})
    expect(data.map(({ title }) => title)).toEqual(['Second', 'First'])
    expect(data[0]).toMatchObject({ sent_by: expect.any(String), recipients: 1, srno: 1 })
    const found = await app.call(notifications.list, { filters: { title: { value: 'firs' } } })
    expect(found.data.map(({ title }) => title)).toEqual(['First'])
    const name = data[0]?.sent_by ?? ''
    expect((await app.call(notifications.list, { filters: { sent_by: { value: name } } })).total).toBe(2)
  })

  it('follows the delivery', async () => {
    await send({ user_ids: [await addOwner(app)] })
    expect((await app.call(notifications.list, {})).data[0]?.counts.waiting).toBe(1)
    await app.runJobs()
    expect((await app.call(notifications.list, {})).data[0]?.counts).toMatchObject({ waiting: 0, inbox: 1 })
  })
})

describe('admin/notifications/recipients', () => {
  it('are those of one message, filtered by name and state, page by page', async () => {
    const ids = [await addOwner(app, 'Zora Neale'), await addOwner(app, 'Ada Byron')]
    const { _id: notification_id } = (await send({ user_ids: ids })).data
    await send({ user_ids: [await addOwner(app, 'Somebody Else')] })
    await app.runJobs()
    const names = async (more: object) =>
      (await app.call(notifications.recipients, { notification_id, ...more })).data.map(({ name }) => name)
    expect(await names({ sort: [{ field: 'name', order: 'asc' }] })).toEqual(['Ada Byron', 'Zora Neale'])
    expect(await names({ filters: { name: { value: 'zora' } } })).toEqual(['Zora Neale'])
    expect(await names({ filters: { state: { op: 'eq', value: 'inbox' } }, page: 2, per_page: 1 })).toEqual([
      'Ada Byron',
    ])
    expect(await names({ filters: { state: { op: 'eq', value: 'failed' } } })).toEqual([])
    const [row] = (await app.call(notifications.recipients, { notification_id })).data
    expect(row).toMatchObject({ _id: ids[0], email: 'zora.neale@example.com', state: 'inbox', attempts: 1, srno: 1 })
  })

  it('refuse a message that does not exist', async () => {
    expect((await app.refusal(notifications.recipients, { notification_id: 'none' })).status).toBe(404)
    expect((await app.refusal(notifications.status, { notification_id: 'none' })).status).toBe(404)
    expect((await app.refusal(notifications.retry, { notification_id: 'none' })).status).toBe(404)
  })
})
