import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EXPECT_ALL } from '#contract/matching.ts'
import { MOST_LEFT_OUT } from '#contract/message-fields.ts'
import { notifications } from '#contract/notifications.ts'
import { users } from '#contract/users.ts'
import { insertMany } from '../../db/engines/insert-many.ts'
import { inTransaction } from '../../db/transaction.ts'
import { inboxPush } from '../../integrations/push/inbox.ts'
import { enqueue, type JobHandlers, runNextJob } from '../../jobs/jobs.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addOwner } from '../../testing/people.ts'
import { notificationJobs } from '../record-jobs.ts'
import { ADD_RECIPIENTS } from './recipients.service.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const recall = { title: 'Recall', description: 'Please call your dealer.' }
const send = (more: object, as?: { idempotencyKey: string }) => app.call(notifications.send, { ...recall, ...more }, as)
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
    expect((await send({ all_matching: {}, expect: 3 })).data.recipients).toBe(3)
    const { status, message } = await refusal({ all_matching: { filters: { shoe_size: { value: '1' } } } })
    expect([status, message]).toEqual([422, 'This list cannot be filtered by the field shoe_size.'])
  })

  it('wants to know how many are expected where no filter narrows, and sends to no other number', async () => {
    for (const name of ['Ann One', 'Ann Two', 'Bert Three']) await addOwner(app, name)
    for (const all_matching of [{}, { filters: {} }, { except: [] }]) {
      const { status, errors } = await refusal({ all_matching })
      expect([all_matching, status, errors]).toEqual([all_matching, 422, { all_matching: [EXPECT_ALL] }])
    }
    const ann = { all_matching: { filters: { name: { value: 'ann' } } }, expect: 3 }
    const { status, message, data } = await refusal(ann)
    expect([status, message, data]).toEqual([
      409,
      '2 users now match, not the expected 3. Nothing was sent.',
      { expected: 3, found: 2 },
    ])
    expect((await app.call(notifications.list, {})).total).toBe(0)
    expect((await send({ all_matching: {}, expect: 3 })).data.recipients).toBe(3)
  })

  it('tells all who match but those who were left out, and says beforehand who that is', async () => {
    const ids: string[] = []
    for (const name of ['Ann One', 'Ann Two', 'Ann Three', 'Bert Four']) ids.push(await addOwner(app, name))
    await turnOff(ids[2] as string)
    const all_matching = { filters: { name: { value: 'ann' } }, except: [ids[0] as string] }
    const { data } = await app.call(notifications.reached, { user_ids: [...ids, 'nobody'], all_matching })
    expect(data).toEqual([ids[1]])
    const one = await send({ all_matching })
    expect([one.data.recipients, await sentTo(one.data._id)]).toEqual([1, ['Ann Two']])
    const everybodyElse = await send({ all_matching: { except: ids.slice(0, 1) }, expect: 2 })
    expect(await sentTo(everybodyElse.data._id)).toEqual(['Ann Two', 'Bert Four'])
    expect((await refusal({ all_matching: { except: ids }, expect: 0 })).message).toBe('Please select user')
  })

  it('refuses an unknown or repeated user to leave out, and then tells nobody', async () => {
    const id = await addOwner(app)
    await addOwner(app, 'Ann Two')
    for (const except of [[id, id], ['nobody'], [7], id]) {
      const { status, message } = await refusal({ all_matching: { except }, expect: 1 })
      expect([except, status, message]).toEqual([except, 422, 'Invalid Request.'])
    }
    const tooMany = Array.from({ length: MOST_LEFT_OUT + 1 }, (_, index) => `user-${index}`)
    expect((await refusal({ all_matching: { except: tooMany }, expect: 1 })).message).toBe(
      'Please leave out at most 1,000 users.',
    )
    expect((await app.call(notifications.list, {})).total).toBe(0)
  })

  it('tells nobody outside the audience: a filter it cannot honour is refused, never dropped', async () => {
    await addOwner(app, 'Ann On')
    await turnOff(await addOwner(app, 'Ann Off'))
    const off = await refusal({ all_matching: { filters: { status: { value: 'false' } } } })
    expect([off.status, off.message]).toEqual([422, 'Please select user'])
    for (const all_matching of [
      { status: 'false' },
      { is_deleted: true },
      { filters: {}, search: 'Ann' },
      ...['', ' ', '\t\n', '\u00a0', '\u3000'].map((value) => ({ filters: { name: { value } } })),
      { filters: { name: { op: 'starts_with', value: ' ' } } },
      { filters: { email: { op: 'contains', value: ' ' } } },
      { filters: { email: { op: 'not_contains', value: ' ' } } },
      { filters: { email: { op: 'not_equals', value: '' } } },
      { filters: { status: { op: 'in', value: [''] } } },
      { filters: { status: { op: 'in', value: ['true', ' '] } } },
    ]) {
      const { status, message } = await refusal({ all_matching, expect: 1 })
      expect([all_matching, status, message]).toEqual([all_matching, 422, 'Invalid Request.'])
    }
    // Where lists take them.
    const beside = [{ status: false }, { is_deleted: true }, { filters: { name: { value: 'off' } } }]
    for (const filter of beside) {
      const { status, message } = await refusal({ all_matching: {}, expect: 1, ...filter })
      expect([filter, status, message]).toEqual([filter, 422, 'Invalid Request.'])
    }
    expect((await app.call(notifications.list, {})).total).toBe(0)
    for (const filter of [{ op: 'contains' }, { op: 'in', value: [] }, { value: [] }, {}]) {
      expect([filter, (await refusal({ all_matching: { filters: { status: filter } } })).status]).toEqual([filter, 422])
    }
    // Everyone has a name.
    for (const filter of [{ op: 'is_empty' }, { op: 'is_empty', value: '' }]) {
      expect((await refusal({ all_matching: { filters: { name: filter } } })).message).toBe('Please select user')
    }
    const on = await send({ all_matching: { filters: { status: { value: 'true' } } } })
    expect(await sentTo(on.data._id)).toEqual(['Ann On'])
  })

  it.each([
    ['nobody', {}],
    ['an empty selection', { user_ids: [] }],
    ['a filter that nobody fits', { all_matching: { filters: { name: { value: 'zz' } } } }],
  ])('asks for a user when sent to %s', async (_whom, audience) => {
    const { status, message, errors } = await refusal(audience)
    expect([status, message, errors?.user_ids]).toEqual([422, 'Please select user', ['Please select user']])
  })

  it('refuses an unknown and a repeated user, and then tells nobody', async () => {
    const id = await addOwner(app)
    const wrong = [[id, 'nobody'], [id, id], [id, ''], [7], 'x'.repeat(100)]
    for (const user_ids of wrong) {
      const { status, message } = await refusal({ user_ids })
      expect([status, message]).toEqual([422, 'Invalid Request.'])
    }
    expect((await refusal({ user_ids: [id], all_matching: {}, expect: 1 })).message).toBe('Invalid Request.')
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
    const [one, two] = [
      await send({ user_ids }, { idempotencyKey: 'one' }),
      await send({ user_ids }, { idempotencyKey: 'one' }),
    ]
    expect(two).toEqual(one)
    expect((await app.call(notifications.list, {})).total).toBe(1)
  })

  it('leaves its trace', async () => {
    const { data } = await send({ user_ids: [await addOwner(app)] })
    const [entry] = await app.db.selectFrom('activity').selectAll().where('record_id', '=', data._id).execute()
    expect([entry?.action, entry?.admin_id !== null]).toEqual(['add', true])
    expect(JSON.parse(entry?.changes ?? '')).toMatchObject({ title: [null, 'Recall'], recipients: [null, 1] })
  })

  it('tells 2,000 at once, and delivers in small steps, between which other jobs come', async () => {
    await addUsers(2000)
    const { data } = await send({ all_matching: {}, expect: 2000 })
    expect([data.recipients, data.counts.waiting]).toEqual([2000, 2000])

    let mailed = false
    const handlers: JobHandlers = { ...notificationJobs(app.deps, inboxPush), mail: async () => void (mailed = true) }
    await enqueue(app.db, 'mail', {})
    await runNextJob(app.db, handlers, app.deps.log)
    expect([(await countsOf(data._id)).inbox, mailed]).toEqual([200, false])
    await runNextJob(app.db, handlers, app.deps.log)
    expect(mailed).toBe(true)
  })
})

describe('a message to more than one step takes', () => {
  const step = () => runNextJob(app.db, notificationJobs(app.deps, inboxPush), app.deps.log)
  const inboxes = async () =>
    (await app.db.selectFrom('notification_recipients').select('user_id').execute()).map(({ user_id }) => user_id)

  it('is answered at once with how many it goes to, and adds them step by step', async () => {
    await addUsers(4500)
    const { data } = await send({ all_matching: {}, expect: 4500 })
    expect([data.recipients, data.counts.waiting]).toEqual([4500, 0])
    await step()
    expect([await sentCount(data._id), (await countsOf(data._id)).waiting]).toEqual([4500, 2000])
    await step()
    await step()
    expect((await countsOf(data._id)).waiting).toBe(4500)
    await app.runJobs()
    expect(await countsOf(data._id)).toMatchObject({ waiting: 0, inbox: 4500 })
    expect(new Set(await inboxes()).size).toBe(4500)
  })

  it('reaches those who match when it is sent, but for who is turned off meanwhile, and then says how many', async () => {
    await addUsers(4500)
    const { data } = await send({ all_matching: { filters: { name: { value: 'owner' } } } })
    await turnOff('owner-4400')
    await addOwner(app, 'Owner Too Late')
    while ((await sentCount(data._id)) === 4500) await step()
    expect([await sentCount(data._id), (await countsOf(data._id)).waiting]).toEqual([4499, 4499])
    const told = await inboxes()
    expect([told.includes('owner-4400'), told.length]).toEqual([false, 4499])
  })

  it('goes on after a crash in a step: nobody is forgotten, nobody is told twice', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await addUsers(4500)
    const { data } = await send({ all_matching: {}, expect: 4500 })
    await step()
    const dies: JobHandlers = {
      [ADD_RECIPIENTS]: (payload, about) =>
        inTransaction(app.db, async (db) => {
          await notificationJobs({ ...app.deps, db }, inboxPush)[ADD_RECIPIENTS]?.(payload, about)
          throw new Error('the process died before the commit')
        }),
    }
    await runNextJob(app.db, dies, app.deps.log)
    expect((await countsOf(data._id)).waiting).toBe(2000)
    vi.setSystemTime(Date.now() + 61_000)
    await step()
    const [last] = await app.db.selectFrom('jobs').selectAll().execute()
    await step()
    // As if the finished step had not been recorded.
    await app.db
      .insertInto('jobs')
      .values(last as never)
      .execute()
    await app.runJobs()
    expect(await countsOf(data._id)).toMatchObject({ waiting: 0, inbox: 4500 })
    expect([await sentCount(data._id), new Set(await inboxes()).size, (await inboxes()).length]).toEqual([
      4500, 4500, 4500,
    ])
  })

  it('leaves out in each step who was left out of the message', async () => {
    await addUsers(4500)
    const { data: some } = await app.call(users.list, { per_page: 100, page: 2 })
    const except = some.map(({ _id }) => _id)
    const { data } = await send({ all_matching: { except }, expect: 4400 })
    expect(data.recipients).toBe(4400)
    await app.runJobs()
    expect([await sentCount(data._id), (await countsOf(data._id)).inbox]).toEqual([4400, 4400])
  })

  it('is left to the process that has taken the job over', async () => {
    await addUsers(4500)
    const { data } = await send({ all_matching: {}, expect: 4500 })
    const handlers = notificationJobs(app.deps, inboxPush)
    // The other process runs the first step while this one still holds the same job.
    const away: JobHandlers = {
      [ADD_RECIPIENTS]: async (payload, about) => {
        await app.db.updateTable('jobs').set({ run_at: '2026-01-01T00:00:00.000Z' }).execute()
        await runNextJob(app.db, handlers, app.deps.log)
        await handlers[ADD_RECIPIENTS]?.(payload, about)
      },
    }
    await runNextJob(app.db, away, app.deps.log)
    expect((await countsOf(data._id)).waiting).toBe(2000)
  })

  it('is sent again to very many for whom it failed in steps as well', async () => {
    await addUsers(4500)
    const { data } = await send({ all_matching: {}, expect: 4500 })
    for (let steps = 0; steps < 3; steps++) await step()
    await app.db.updateTable('notification_recipients').set({ state: 'failed' }).execute()
    await app.db.updateTable('notifications').set({ counts: '{"failed":4500}' }).execute()
    await app.db.deleteFrom('jobs').execute()
    const again = await app.call(notifications.retry, { notification_id: data._id })
    expect(again.data.counts).toMatchObject({ failed: 2500, waiting: 2000 })
    await app.runJobs()
    expect(await countsOf(data._id)).toMatchObject({ failed: 0, waiting: 0, inbox: 4500 })
  })
})

const statusOf = async (notification_id: string) => (await app.call(notifications.status, { notification_id })).data
const sentCount = async (id: string) => (await statusOf(id)).recipients
const countsOf = async (id: string) => (await statusOf(id)).counts

async function addUsers(count: number) {
  const now = new Date().toISOString()
  const rows = Array.from({ length: count }, (_, place) => ({
    id: `owner-${place}`,
    is_deleted: 0,
    version: 1,
    created_at: now,
    updated_at: now,
    name: `Owner ${place}`,
    name_key: `owner ${place}`,
    email: `owner-${place}@example.com`,
    email_key: `owner-${place}@example.com`,
    type: 'SIMPLE',
    status: 1,
    must_change_password: 0,
  }))
  await app.db.transaction().execute((db) => insertMany(db, 'users', rows))
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

  it('are counted anew whenever somebody watches while it is sent', async () => {
    const ids = [await addOwner(app, 'Zora Neale'), await addOwner(app, 'Ada Byron')]
    const { _id: notification_id } = (await send({ user_ids: ids })).data
    const totals = async () => {
      const inState = (value: string) => ({ notification_id, filters: { state: { op: 'eq', value } } })
      const [waiting, inbox] = [inState('waiting'), inState('inbox')]
      return [
        (await app.call(notifications.recipients, waiting)).total,
        (await app.call(notifications.recipients, inbox)).total,
      ]
    }
    expect(await totals()).toEqual([2, 0])
    await app.runJobs()
    expect(await totals()).toEqual([0, 2])
  })

  it('refuse a message that does not exist', async () => {
    expect((await app.refusal(notifications.recipients, { notification_id: 'none' })).status).toBe(404)
    expect((await app.refusal(notifications.status, { notification_id: 'none' })).status).toBe(404)
    expect((await app.refusal(notifications.retry, { notification_id: 'none' })).status).toBe(404)
  })
})
