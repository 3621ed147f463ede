import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keys } from '#contract/keys.ts'
import { security } from '#contract/security.ts'
import { webhooks } from '#contract/webhooks.ts'
import { years } from '#contract/years.ts'
import { isoNow } from '../../clock.ts'
import { inTransaction } from '../../db/transaction.ts'
import { PUBLIC_ONLY } from '../../integrations/webhooks/post-webhook.ts'

import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { fakeReceiver, isSignedBy } from '../../testing/fake-receiver.ts'
import { TEST_SERVER } from '../../testing/open-test-database.ts'
import { addMany, changeBy } from '../../testing/people.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { endWebhooksSince } from './webhooks.service.ts'

let app: TestApp
let receiver: ReturnType<typeof fakeReceiver>
beforeEach(async () => {
  receiver = fakeReceiver()
  app = await buildTestApp({}, { postWebhook: receiver.post })
})
afterEach(() => app.close())

const fields = {
  url: 'https://erp.example.com/hooks?token=abc',
  record_types: ['years' as const],
  events: ['record.changed' as const],
}
const add = async (more: object = {}) => {
  const { data, secret } = await app.call(webhooks.add, { ...fields, ...more })
  return { id: data._id, data, secret }
}
const everything = async () =>
  JSON.stringify([
    await app.db.selectFrom('webhooks').selectAll().execute(),
    await app.db.selectFrom('security_events').selectAll().execute(),
    await app.db.selectFrom('changes').selectAll().execute(),
    await app.db.selectFrom('jobs').selectAll().execute(),
  ])

describe('admin/webhooks', () => {
  it('adds a webhook whose secret is shown once and stored sealed', async () => {
    const { data, secret } = await add()
    expect(data).toMatchObject({ ...fields, state: 'active', waiting: 0, given_up: 0, why: null })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(await everything()).not.toContain(secret.slice(6, 30))
    expect((await app.call(webhooks.list, {})).data).toEqual([data])
  })

  it.runIf(TEST_SERVER).each(['added', 'edited'])(
    'is %s once what is under way and does not know it is over, so that a receiver that then reads all finds it',
    async (how) => {
      const { id: editor } = await app.db.selectFrom('admins').select('id').executeTakeFirstOrThrow()
      const { id: webhook_id } = await add({ record_types: ['topics'] })
      const [begun, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const writing = inTransaction(app.db, async (db) => {
        await addMany(db, 'years', [{ name: '2031' }], changeBy({ _id: editor, kind: 'admin' }))
        begun.resolve()
        await told.promise
      })
      await begun.promise
      let isAnswered = false
      const answering = (
        how === 'added' ? add() : app.call(webhooks.edit, { webhook_id, record_types: ['years'] })
      ).then(() => (isAnswered = true))
      await waitFor(async () => {
        const wants = await app.db
          .selectFrom('webhooks')
          .select('id')
          .where('record_types', 'like', '%years%')
          .execute()
        expect(wants).toHaveLength(1)
      })
      await new Promise((soon) => setTimeout(soon, 100))
      const wasEarly = isAnswered
      told.resolve()
      await answering
      expect([wasEarly, (await app.call(years.list, {})).total]).toEqual([false, 1])
      await writing
    },
  )

  it('refuses what a webhook cannot be, on the field', async () => {
    const refused: [object, string, string][] = [
      [{ url: 'erp' }, 'url', 'Please enter an address that begins with https://.'],
      [{ url: 'https://a:b@example.com' }, 'url', 'Please enter an address without user name and password.'],
      [{ url: 'http://example.com' }, 'url', PUBLIC_ONLY],
      [{ url: 'https://192.168.0.1/' }, 'url', PUBLIC_ONLY],
      [{ record_types: [] }, 'record_types', 'Please choose at least one kind of record.'],
      [{ record_types: ['admins'] }, 'record_types', 'Unknown kind of record.'],
      [{ events: [] }, 'events', 'Please choose at least one event.'],
    ]
    for (const [more, field, message] of refused) {
      const { errors } = await app.refusal(webhooks.add, { ...fields, ...more } as never)
      expect(Object.entries(errors ?? {}).map(([name, [said]]) => [name.split('.')[0], said])).toEqual([
        [field, message],
      ])
    }
    await add({ events: ['pdf.made'], record_types: [] })
  })

  it('lets receivers stand in one’s own network where a setting says so', async () => {
    const lenient = await buildTestApp({ WEBHOOK_PRIVATE_ADDRESSES: 'true' })
    const url = 'http://127.0.0.1:8080/hooks'
    expect((await lenient.call(webhooks.add, { ...fields, url })).data.url).toBe(url)
    await lenient.close()
  })

  it('edits what is sent and where to, and tells the new address what waits', async () => {
    const { id } = await add()
    receiver.answers(() => 500)
    await app.call(years.add, { name: '2031' })
    await app.runJobs()
    const url = 'https://new.example.com/hooks'
    receiver.answers(() => 200)
    expect((await app.call(webhooks.edit, { webhook_id: id, url })).data).toMatchObject({ url, state: 'active' })
    await app.runJobs()
    expect(receiver.taken().map((one) => one.url)).toEqual([url])
    const none = { webhook_id: id, record_types: [] }
    expect((await app.refusal(webhooks.edit, none)).errors).toHaveProperty('record_types')
    expect((await app.refusal(webhooks.edit, { webhook_id: id, url: 'http://x.example' })).errors).toHaveProperty('url')
    expect((await app.refusal(webhooks.edit, { webhook_id: 'none', url })).status).toBe(404)
  })

  it('ends a webhook at once, with what waits for it', async () => {
    const { id } = await add()
    await app.call(years.add, { name: '2031' })
    await app.call(webhooks.end, { webhook_id: id })
    await app.call(webhooks.end, { webhook_id: id })
    await app.call(years.add, { name: '2032' })
    await app.runJobs()
    expect(receiver.got).toEqual([])
    expect((await app.call(webhooks.list, {})).data[0]).toMatchObject({ state: 'ended', waiting: 0 })
    for (const endpoint of [webhooks.edit, webhooks.try, webhooks.newSecret])
      expect((await app.refusal(endpoint, { webhook_id: id })).message).toBe('This webhook has ended.')
  })

  it('tries a webhook and says what came of it; one that works gets what waits', async () => {
    const { id, secret } = await add()
    receiver.answers(() => 500)
    await app.call(years.add, { name: '2031' })
    await app.runJobs()
    expect((await app.call(webhooks.try, { webhook_id: id })).data).toMatchObject({ delivered: false, status: 500 })
    receiver.answers(() => 200)
    const { message, data } = await app.call(webhooks.try, { webhook_id: id })
    expect([message, data.delivered, data.status]).toEqual(['The receiver took the test event.', true, 200])
    const test = receiver.got.at(-1)
    expect([test?.type, isSignedBy(secret, test as never)]).toEqual(['webhook.test', true])
    await app.runJobs()
    expect((await app.call(webhooks.list, {})).data[0]).toMatchObject({ waiting: 0, state: 'active' })
  })

  it('lists the deliveries by page and state', async () => {
    const { id } = await add()
    for (const name of ['2031', '2032', '2033']) await app.call(years.add, { name })
    const of = (more: object) => app.call(webhooks.deliveries, { webhook_id: id, ...more })
    expect((await of({ state: 'waiting' })).total).toBe(3)
    await app.runJobs()
    const second = await of({ page: 2, per_page: 2, state: 'delivered' })
    expect([second.total, second.data.length, second.current_page]).toEqual([3, 1, 2])
    expect(second.data[0]).toMatchObject({ state: 'delivered', tries: 1, status: 200, record_type: 'years' })
    expect((await of({ state: 'given_up' })).total).toBe(0)
    expect((await app.refusal(webhooks.deliveries, { webhook_id: 'none' })).status).toBe(404)
  })

  it('stands in the security record, with the host alone', async () => {
    const { id } = await add()
    await app.call(webhooks.edit, { webhook_id: id, events: ['pdf.made'] })
    await app.call(webhooks.newSecret, { webhook_id: id })
    await app.call(webhooks.end, { webhook_id: id })
    const { data } = await app.call(security.events, {})
    const told = data.map(({ kind, detail }) => [kind, detail]).filter(([kind]) => kind?.startsWith('webhook'))
    expect(told).toEqual(
      ['ended', 'secret_replaced', 'edited', 'added'].map((what) => [`webhook_${what}`, 'erp.example.com']),
    )
  })

  it('needs a recent proof of identity for all that turns it to somebody else', async () => {
    const { id } = await add()
    await app.db
      .updateTable('sessions')
      .set({ proved_at: new Date(0).toISOString() })
      .execute()
    const calls = [webhooks.edit, webhooks.end, webhooks.newSecret]
    for (const endpoint of calls) expect((await app.refusal(endpoint, { webhook_id: id })).status).toBe(403)
    expect((await app.refusal(webhooks.add, fields)).status).toBe(403)
  })

  it('is beyond every key of a program', async () => {
    const expires_at = new Date(Date.now() + 86_400_000).toISOString()
    const key = { name: 'Nightly', scope: 'write' as const, record_types: ['years' as const], expires_at }
    const { secret: token } = await app.call(keys.add, key)
    for (const endpoint of Object.values(webhooks))
      expect((await app.refusal(endpoint as never, {}, { token })).status).toBe(403)
  })
})

it('webhooks that a stranger has added, turned or seen the secret of are ended', async () => {
  const { id } = await add()
  const since = isoNow(1)
  const admin = await app.db.selectFrom('admins').select('id').executeTakeFirstOrThrow()
  expect(await endWebhooksSince(app.db, admin.id, since)).toEqual([])
  await new Promise((soon) => setTimeout(soon, 5))
  await app.call(webhooks.newSecret, { webhook_id: id })
  expect(await endWebhooksSince(app.db, admin.id, since)).toEqual(['erp.example.com'])
  expect((await app.call(webhooks.list, {})).data[0]?.state).toBe('ended')
})
