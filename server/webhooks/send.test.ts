import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { changes, records } from '#contract/changes.ts'
import { manuals } from '#contract/manuals.ts'
import { notifications } from '#contract/notifications.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { system } from '#contract/system.ts'
import { webhooks } from '#contract/webhooks.ts'
import { years } from '#contract/years.ts'
import { inTransaction } from '../db/transaction.ts'
import { recordNew } from '../records/plan/sources/facts.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { fakeReceiver, isSignedBy } from '../testing/fake-receiver.ts'
import { aPdf, manualFactory } from '../testing/manuals.ts'
import { createTestDatabase, TEST_SERVER } from '../testing/open-test-database.ts'
import { addOwner, changeBy } from '../testing/people.ts'
import { formOf } from '../testing/pictures.ts'
import { waitFor } from '../testing/wait-for.ts'
import { boundPaused, tidyWebhooks } from './deliveries.repository.ts'
import { sendWaiting } from './send.ts'

let app: TestApp
let receiver: ReturnType<typeof fakeReceiver>
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  receiver = fakeReceiver()
  app = await buildTestApp(LONG_SESSIONS, { postWebhook: receiver.post })
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)
const HOUR = 3600
const LONG_SESSIONS = { SESSION_IDLE_HOURS: '8760', SESSION_MAX_DAYS: '365' }
const fields = {
  url: 'https://erp.example.com/hooks',
  record_types: ['years' as const, 'rv_types' as const],
  events: ['record.changed' as const],
}
const add = async (more: object = {}) => {
  const { data, secret } = await app.call(webhooks.add, { ...fields, ...more })
  return { id: data._id, secret }
}
const addYear = async (name: string) => (await app.call(years.add, { name })).data._id
const editYear = (id: string, version: number, name: string) => app.call(years.edit, { year_id: id, version, name })
const only = async () => {
  const [webhook] = (await app.call(webhooks.list, {})).data
  if (!webhook) throw new Error('there is no webhook')
  return webhook
}
const deliveries = async (id: string, more: object = {}) =>
  (await app.call(webhooks.deliveries, { webhook_id: id, ...more })).data
/** Lets this much time pass, while jobs run every quarter of an hour. */
async function pass(hours: number) {
  for (let quarters = 0; quarters < hours * 4; quarters++) {
    later(HOUR / 4)
    await app.runJobs()
  }
}
const conditions = async () => (await app.call(system.status, {})).data.conditions

describe('record.changed', () => {
  it('tells which record changed, how and by whom, and nothing of what is in it', async () => {
    const { secret } = await add()
    const { data, change_id } = await app.call(years.add, { name: '2031' })
    await app.runJobs()
    const [received] = receiver.got
    expect(received).toMatchObject({
      url: fields.url,
      type: 'record.changed',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      data: {
        record_type: 'years',
        record_id: data._id,
        action: 'added',
        version: 1,
        change_id,
        by: { kind: 'admin', _id: expect.any(String) },
      },
    })
    expect(received?.body).not.toContain('2031')
    expect(isSignedBy(secret, received as never)).toBe(true)
    expect(isSignedBy(`whsec_${Buffer.alloc(32).toString('base64')}`, received as never)).toBe(false)
  })

  it('is sent of edits, deletions, restores, undos and renumbering, and only of the kinds that were chosen', async () => {
    await add({ record_types: ['rv_types'] })
    await addYear('2031')
    const one = (await app.call(rvTypes.add, { name: 'Van', seq_no: 1 })).data._id
    const other = (await app.call(rvTypes.add, { name: 'Trailer', seq_no: 2 })).data._id
    await app.call(rvTypes.delete, { cat_id: one, version: 1 })
    const { change_id } = await app.call(rvTypes.restore, { cat_id: one })
    await app.call(changes.undo, { change_id: change_id ?? '' })
    await app.runJobs()
    const told = receiver.got.map(({ data }) => [data.record_id, data.action, data.version])
    expect(told.filter(([id]) => id === one)).toEqual([
      [one, 'added', 1],
      [one, 'deleted', 2],
      [one, 'restored', 3],
      [one, 'deleted', 4],
    ])
    expect(told.filter(([id]) => id === other)).toEqual([[other, 'added', 1]])
    await app.call(rvTypes.restore, { cat_id: one })
    await app.call(records.reorder, { record_type: 'rv_types', record_id: other, before: one })
    await app.runJobs()
    expect(receiver.got.some(({ data }) => data.action === 'renumbered' || data.action === 'changed')).toBe(true)
  })

  it('is not sent of a change that was rolled back or changed nothing', async () => {
    await add()
    const admin = await app.db.selectFrom('admins').select('id').executeTakeFirstOrThrow()
    const failing = inTransaction(app.db, async (db) => {
      await recordNew(db, 'years', { name: '2031', rollover_id: null }, changeBy({ _id: admin.id }))
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    const id = await addYear('2032')
    await editYear(id, 1, '2032')
    await app.runJobs()
    expect(receiver.got.map(({ data }) => [data.record_id, data.action])).toEqual([[id, 'added']])
  })

  it('is one event for each record of a change of many', async () => {
    await add()
    const ids: string[] = []
    for (let year = 2030; year < 2090; year++) ids.push(await addYear(String(year)))
    await app.runJobs()
    receiver.got.length = 0
    await app.call(records.bulk, { record_type: 'years', ids, action: 'delete', expect: 60 })
    await app.runJobs()
    expect(receiver.got.map(({ data }) => data.record_id).toSorted()).toEqual(ids.toSorted())
    expect((await only()).waiting).toBe(0)
  })
})

describe('other events', () => {
  it('notification.finished is sent once all recipients were told', async () => {
    await add({ events: ['notification.finished'], record_types: [] })
    const user = await addOwner(app)
    const { data } = await app.call(notifications.send, { title: 'Recall', description: 'Come.', user_ids: [user] })
    expect(receiver.got).toEqual([])
    await app.runJobs()
    await app.runJobs()
    expect(receiver.got.map(({ type, data }) => [type, data])).toEqual([
      [
        'notification.finished',
        { record_type: 'notifications', record_id: data._id, counts: expect.objectContaining({ waiting: 0 }) },
      ],
    ])
  })

  it('pdf.made is sent when the PDF of a manual was made from its pages', async () => {
    await add({ events: ['pdf.made'], record_types: [] })
    const { aTopic, aSubTopic, aManual, aPage } = manualFactory(app)
    const { _id: manual_id } = await aManual()
    await aPage(manual_id, await aSubTopic((await aTopic())._id), '<p>Look here first.</p>')
    const { change_id } = await app.call(manuals.generate_pdf, { manual_id })
    await app.call(manuals.create_pdf, formOf({ manual_id, file: await aPdf() }))
    await app.runJobs()
    const data = { record_type: 'manuals', record_id: manual_id, change_id }
    expect(receiver.got.map((one) => [one.type, one.data])).toEqual([['pdf.made', data]])
  })
})

describe('a receiver that fails', () => {
  it('gets the events of each record in order, those of other records meanwhile, and none is lost', async () => {
    await add()
    const [bad, good] = [await addYear('2031'), await addYear('2032')]
    await app.runJobs()
    receiver.got.length = 0
    receiver.answers(({ data }) => (data.record_id === bad ? 500 : 200))
    for (let version = 1; version <= 3; version++) {
      await editYear(bad, version, `${2040 + version}`)
      await editYear(good, version, `${2050 + version}`)
    }
    await app.runJobs()
    await pass(1)
    expect(receiver.taken().map(({ data }) => [data.record_id, data.version])).toEqual([
      [good, 2],
      [good, 3],
      [good, 4],
    ])
    expect(new Set(receiver.got.filter(({ taken }) => !taken).map(({ data }) => data.version))).toEqual(new Set([2]))
    receiver.answers(() => 200)
    await pass(2)
    expect(receiver.taken().map(({ data }) => [data.record_id, data.version])).toEqual([
      [good, 2],
      [good, 3],
      [good, 4],
      [bad, 2],
      [bad, 3],
      [bad, 4],
    ])
  })

  it('is tried again under the same id, after pauses that grow, and is left alone in between', async () => {
    const { id } = await add()
    receiver.answers(() => 503)
    await addYear('2031')
    await app.runJobs()
    const tries: number[] = []
    const began = Date.now()
    for (let seconds = 0; seconds < 4 * HOUR; seconds += 5) {
      const before = receiver.got.length
      later(5)
      await app.runJobs()
      if (receiver.got.length > before) tries.push((Date.now() - began) / 1000)
    }
    const pauses = tries.map((at, place) => at - (tries[place - 1] ?? 0))
    const expected = [5, 30, 120, 600, 1800]
    expect(pauses.length).toBeGreaterThanOrEqual(6)
    for (const [place, pause] of pauses.entries()) {
      expect(pause).toBeGreaterThanOrEqual((expected[place] ?? HOUR) * 0.85)
      expect(pause).toBeLessThanOrEqual((expected[place] ?? HOUR) * 1.15 + 10)
    }
    expect(new Set(receiver.got.map((one) => one.id)).size).toBe(1)
    const [delivery] = await deliveries(id, { state: 'failing' })
    expect(delivery).toMatchObject({ state: 'failing', status: 503, problem: 'The receiver answered 503' })
    expect(await only()).toMatchObject({ state: 'failing', waiting: 1, problem: 'The receiver answered 503' })
    expect((await conditions()).map(({ name }) => name)).toContain('webhooks_silent')
  })

  it('is not asked by every change while it is down', async () => {
    await add()
    receiver.answers(() => ({ problem: 'ECONNREFUSED' }))
    for (let year = 2030; year < 2050; year++) {
      await addYear(String(year))
      await app.runJobs()
    }
    expect(receiver.got).toHaveLength(1)
    await pass(24)
    expect(receiver.got.length).toBeLessThan(24 * 7)
    receiver.answers(() => 200)
    await pass(1.5)
    expect(new Set(receiver.taken().map(({ data }) => data.record_id)).size).toBe(20)
    expect(await only()).toMatchObject({ state: 'active', waiting: 0, given_up: 0 })
  })

  it('is left alone for as long as it asks for', async () => {
    await add()
    receiver.answers(() => ({ status: 429, retryAfter: 3 * HOUR }))
    await addYear('2031')
    await app.runJobs()
    await pass(2.5)
    expect(receiver.got).toHaveLength(1)
    receiver.answers(() => 200)
    await pass(1.5)
    expect(receiver.taken()).toHaveLength(1)
  })

  it('for two days has its deliveries given up, which System tells; later ones are tried on', async () => {
    const { id } = await add()
    receiver.answers(() => 500)
    const first = await addYear('2031')
    const second = await addYear('2032')
    await app.runJobs()
    await pass(47)
    const young = await addYear('2033')
    expect((await only()).given_up).toBe(0)
    await pass(3)
    expect(await only()).toMatchObject({ given_up: 2, waiting: 1 })
    const [said] = (await conditions()).filter(({ name }) => name === 'webhooks_given_up')
    expect(said?.words).toBe('Deliveries of webhooks were given up: 2 to erp.example.com.')
    receiver.answers(() => 200)
    await pass(1.5)
    expect(receiver.taken().map(({ data }) => data.record_id)).toEqual([young])
    expect((await app.call(webhooks.givenUp, { webhook_id: id, again: true })).message).toBe(
      'Sending 2 deliveries again.',
    )
    await app.runJobs()
    expect(receiver.taken().map(({ data }) => data.record_id)).toEqual([young, first, second])
    expect((await conditions()).map(({ name }) => name)).not.toContain('webhooks_given_up')
  })

  it('that answers 410 ends its webhook', async () => {
    const { id } = await add()
    receiver.answers(() => 410)
    await addYear('2031')
    await app.runJobs()
    await addYear('2032')
    await app.runJobs()
    expect(receiver.got).toHaveLength(1)
    expect(await only()).toMatchObject({ state: 'ended', why: 'gone', given_up: 1 })
    const [said] = (await conditions()).filter(({ name }) => name === 'webhooks_given_up')
    expect(said?.words).toContain('1 to erp.example.com, which wants no more')
    expect((await app.call(webhooks.givenUp, { webhook_id: id, again: false })).message).toBe('Dismissed 1 delivery.')
  })
})

describe('a paused webhook', () => {
  const paused = async () => (await conditions()).find(({ name }) => name === 'webhooks_paused')?.words

  it('stands in attention once something waits, and always after a restore', async () => {
    const { id } = await add()
    await app.call(webhooks.edit, { webhook_id: id, is_paused: true })
    expect(await paused()).toBeUndefined()
    await addYear('2031')
    expect(await paused()).toBe('Webhooks are paused: erp.example.com (1 delivery waiting).')
    await app.call(webhooks.edit, { webhook_id: id, is_paused: false })
    expect(await paused()).toBeUndefined()
    await app.db.updateTable('webhooks').set({ state: 'paused', why: 'restored' }).execute()
    expect(await paused()).toContain('erp.example.com')
  })

  it('has what waits forgotten after a week, and what is too much, and says how much that is', async () => {
    const { id } = await add()
    await app.call(webhooks.edit, { webhook_id: id, is_paused: true })
    for (const name of ['2031', '2032', '2033']) await addYear(name)
    const { data } = await app.db.selectFrom('webhook_deliveries').select('data').limit(1).executeTakeFirstOrThrow()
    await boundPaused(app.db, 2 * data.length)
    expect(await paused()).toBe('Webhooks are paused: erp.example.com (2 deliveries waiting, 1 forgotten).')
    const at = new Date(Date.now() - 8 * 86_400_000).toISOString()
    await app.db.updateTable('webhook_deliveries').set({ at }).execute()
    await boundPaused(app.db)
    expect(await paused()).toBe('Webhooks are paused: erp.example.com (0 deliveries waiting, 3 forgotten).')
    await app.call(webhooks.edit, { webhook_id: id, is_paused: false })
    expect(await paused()).toBeUndefined()
  })
})

describe('secrets', () => {
  it('both sign for a day after one was replaced, then the newer alone', async () => {
    const { id, secret: old } = await add()
    const { secret } = await app.call(webhooks.newSecret, { webhook_id: id })
    expect(secret).not.toBe(old)
    await addYear('2031')
    await app.runJobs()
    const [both] = receiver.got
    expect(both?.headers['webhook-signature']?.split(' ')).toHaveLength(2)
    expect([old, secret].map((one) => isSignedBy(one, both as never))).toEqual([true, true])
    later(25 * HOUR)
    await addYear('2032')
    await app.runJobs()
    const last = receiver.got.at(-1)
    expect([old, secret].map((one) => isSignedBy(one, last as never))).toEqual([false, true])
  })
})

describe('a server that is killed', () => {
  it('after sending and before noting it sends again, under the same id', async () => {
    const { id } = await add()
    await addYear('2031')
    const killed = {
      write: () => Promise.reject(new Error('killed')),
      continueWith: () => Promise.reject(new Error('killed')),
    }
    await expect(sendWaiting(app.db, receiver.post, { webhook_id: id }, killed)).rejects.toThrow('killed')
    await addYear('2032')
    await app.runJobs()
    expect(receiver.got).toHaveLength(3)
    expect(receiver.got[0]?.id).toBe(receiver.got[1]?.id)
  })
})

describe('a webhook that is paused', () => {
  it('keeps its events until it goes on', async () => {
    const { id } = await add()
    await app.call(webhooks.edit, { webhook_id: id, is_paused: true })
    await addYear('2031')
    await app.runJobs()
    expect(receiver.got).toEqual([])
    expect(await only()).toMatchObject({ state: 'paused', waiting: 1 })
    await app.call(webhooks.edit, { webhook_id: id, is_paused: false })
    await app.runJobs()
    expect(receiver.taken()).toHaveLength(1)
  })
})

describe.runIf(TEST_SERVER)('two servers on one database', () => {
  it('send together: nothing is lost, and each record is in order', async () => {
    const url = await createTestDatabase(TEST_SERVER ?? '')
    const one = await buildTestApp({ ...LONG_SESSIONS, DATABASE_URL: url }, { postWebhook: receiver.post })
    const other = await buildTestApp({ ...LONG_SESSIONS, DATABASE_URL: url }, { postWebhook: receiver.post })
    const servers = [one, other]
    let refusals = 0
    receiver.answers(() => (Math.random() < 0.1 && refusals++ < 5 ? 500 : 200))
    await one.call(webhooks.add, fields)
    const stop = new AbortController()
    const working = servers.map(async (server) => {
      while (!stop.signal.aborted) {
        await server.runJobs()
        await setTimeout(20)
        later(5)
      }
    })
    const changing = [2031, 2032, 2033, 2034].map(async (name, place) => {
      const server = place % 2 ? one : other
      const { _id: year_id } = (await server.call(years.add, { name: String(name) })).data
      for (let version = 1; version < 8; version++)
        await (version % 2 ? one : other).call(years.edit, { year_id, version, name: String(name + version * 10) })
      return year_id
    })
    const ids = await Promise.all(changing)
    await waitFor(async () => expect((await one.call(webhooks.list, {})).data[0]?.waiting).toBe(0))
    stop.abort()
    await Promise.all(working)
    for (const id of ids) {
      const versions = receiver.taken().flatMap(({ data }) => (data.record_id === id ? [data.version] : []))
      expect([...new Set(versions)]).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
      expect(versions).toEqual(versions.toSorted((one = 0, other = 0) => one - other))
    }
    for (const server of servers) await server.close()
  })
})

it('what was delivered is kept for a week, and an old secret for as long as it signs', async () => {
  const { id } = await add()
  await app.call(webhooks.newSecret, { webhook_id: id })
  await addYear('2031')
  await app.runJobs()
  await tidyWebhooks(app.db)
  expect(await deliveries(id)).toHaveLength(1)
  expect((await only()).old_secret_until).not.toBeNull()
  later(8 * 24 * HOUR)
  await tidyWebhooks(app.db)
  expect(await deliveries(id)).toEqual([])
  expect((await app.db.selectFrom('webhooks').select('old_secret').executeTakeFirstOrThrow()).old_secret).toBeNull()
})
