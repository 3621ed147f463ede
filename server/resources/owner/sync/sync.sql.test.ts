import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { changes, records } from '#contract/changes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { manuals } from '#contract/manuals.ts'
import { models } from '#contract/models.ts'
import { notifications } from '#contract/notifications.ts'
import { ownCampaigns } from '#contract/owner/campaigns.ts'
import { content } from '#contract/owner/content.ts'
import { ownNotifications } from '#contract/owner/notifications.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { sync, syncedLists } from '#contract/owner/sync.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { subTopics } from '#contract/sub-topics.ts'
import { topics } from '#contract/topics.ts'
import { years } from '#contract/years.ts'
import { openAppSession } from '../../../auth/app-sessions.ts'
import { askToReadFiles } from '../../../housekeeping/file-facts.ts'

import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { manualFactory } from '../../../testing/manuals.ts'
import { TEST_SERVER } from '../../../testing/open-test-database.ts'
import { addCatalogue, addMany, addOwner, changeBy } from '../../../testing/people.ts'
import { readSchema } from '../../../testing/read-schema.ts'
import { random } from '../../../testing/seed.ts'
import { type Ask, listedFor, syncingApp } from '../../../testing/syncing-app.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { besidesTables, heldTables } from './held.ts'
import { movedAfter } from './sync.repository.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const asks =
  (token = ''): Ask =>
  (endpoint, input) =>
    app.call(endpoint, input, { token })
/** An app that only ever syncs. */
const anApp = (token?: string) => syncingApp(asks(token))
/** What the lists return. */
const listed = (token?: string) => listedFor(asks(token), token !== undefined)

const PICTURE = `manual-pages/${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}.png`

/** One possible act of an administrator, which may be refused; messages go to this owner. */
async function doSomething(owner: string): Promise<void> {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]
  const any = async (type: keyof typeof walked) => {
    const { data } = (await app.call(walked[type].list, { per_page: 100 })) as { data: (Named | undefined)[] }
    return pick(data)
  }
  const type = pick(Object.keys(walked) as (keyof typeof walked)[]) ?? 'years'
  const { key, calls } = walked[type]
  const one = await any(type)
  if (!one) return
  const which = { [key]: one._id }
  const act = pick(['edit', 'edit', 'delete', 'restore', 'undo', 'reorder', 'copy', 'files', 'send'])
  if (act === 'send')
    await app.send(notifications.send, { title: 'A recall', description: 'Please call.', user_ids: [owner] })
  if (act === 'files') {
    // Behind the server's back; a job notices it.
    await (random() < 0.5 ? app.deps.files.put(PICTURE, new Blob(['a picture'])) : app.deps.files.remove(PICTURE))
    await askToReadFiles(app.db)
    await app.runJobs()
  }
  if (act === 'delete') await app.send(calls.delete, which)
  if (act === 'restore') await app.send(calls.restore, which)
  if (act === 'edit' && 'name' in one && type !== 'manuals')
    await app.send(calls.edit, { ...formOf(one), ...which, name: String(2000 + Math.floor(random() * 40)) })
  if (act === 'copy' && type !== 'manuals')
    await app.send(calls.add, { ...formOf(one), name: String(2000 + Math.floor(random() * 40)) })
  if (act === 'reorder') {
    const other = await any(type)
    await app.send(records.reorder, { record_type: type, record_id: one._id, before: other?._id ?? null })
  }
  if (act === 'undo') {
    const { data } = await app.call(changes.list, { per_page: 20 })
    await app.send(changes.undo, { change_id: pick(data)?._id, leave_obstacles: true })
  }
}
type Named = { _id: string } & Record<string, unknown>
const formOf = (record: Named) =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => {
      if (['version', 'logo'].includes(name) || value === null) return []
      return [[name, typeof value === 'object' ? (value as Named)._id : value]]
    }),
  )
const walked = {
  rv_types: { key: 'cat_id', list: rvTypes.list, calls: rvTypes },
  years: { key: 'year_id', list: years.list, calls: years },
  models: { key: 'model_id', list: models.list, calls: models },
  topics: { key: 'topic_id', list: topics.list, calls: topics },
  sub_topics: { key: 'sub_topic_id', list: subTopics.list, calls: subTopics },
  manuals: { key: 'manual_id', list: manuals.list, calls: { ...manuals, edit: manuals.list } },
  manual_pages: { key: 'manual_page_id', list: manualPages.list, calls: manualPages },
} as const

describe('an app that only syncs', () => {
  it('holds what the lists give after a random walk, whenever it asks', async () => {
    const owner = await addOwner(app)
    const token = await openAppSession(app.db, owner)
    const make = manualFactory(app)
    for (const name of ['2001', '2002', '2003']) {
      const catalogue = await addCatalogue(app, name)
      await app.call(ownRecords.addRv, { ...catalogue, vin: `31${name}` }, { token })
      const topic = await make.aTopic(`Topic ${name}`)
      const manual = await make.aManual(`Manual type ${name}`, String(Number(name) + 50))
      for (const part of ['A', 'B'])
        await make.aPage(
          manual._id,
          await make.aSubTopic(topic._id, `${name} ${part}`),
          `<img src="/files/${PICTURE}">`,
        )
    }
    const [visitor, signedIn] = [anApp(), anApp(token)]
    for (let step = 0; step < 120; step++) {
      await doSomething(owner)
      if (random() < 0.1) await app.call(ownNotifications.markRead, { all: true }, { token })
      if (random() < 0.1) expect(await visitor.sync()).toEqual(await listed())
      if (random() < 0.1) expect(await signedIn.sync()).toEqual(await listed(token))
    }
    expect(await visitor.sync()).toEqual(await listed())
    expect(await signedIn.sync()).toEqual(await listed(token))
  })

  it('holds what the lists give, and hears of what its records show', async () => {
    const owner = await addOwner(app)
    const token = await openAppSession(app.db, owner)
    const catalogue = await addCatalogue(app)
    const make = manualFactory(app)
    const topic = await make.aTopic()
    const sub = await make.aSubTopic(topic._id)
    const manual = await make.aManual()
    await make.aPage(manual._id, sub, '<p>Text</p>')
    await app.call(ownRecords.addRv, { ...catalogue, vin: '310312' }, { token })
    const [visitor, signedIn] = [anApp(), anApp(token)]
    const expectSame = async () => {
      expect(await visitor.sync()).toEqual(await listed())
      expect(await signedIn.sync()).toEqual(await listed(token))
    }
    await expectSame()
    const { change_id } = await app.call(rvTypes.edit, { cat_id: catalogue.category, name: 'Renamed', seq_no: 3 })
    await expectSame()
    expect(
      [...signedIn.held].filter(([, record]) => JSON.stringify(record).includes('Renamed')).length,
    ).toBeGreaterThan(2)
    await app.call(changes.undo, { change_id: change_id ?? '' })
    await expectSame()
    await app.call(rvTypes.delete, { cat_id: catalogue.category })
    await expectSame()
    expect([...visitor.held.keys()].some((key) => key.startsWith('models '))).toBe(false)
    await app.call(rvTypes.restore, { cat_id: catalogue.category })
    await expectSame()
    await app.call(topics.delete, { topic_id: topic._id })
    await expectSame()
  })

  it('has each list of records that the app can read, and hears of every change to them', async () => {
    const lists = [content, ownRecords, ownNotifications].flatMap((calls) => Object.values<Endpoint>(calls))
    const ofRecords = lists.filter(({ output }) => 'next' in (output as z.ZodObject).shape)
    expect([...ofRecords, ownCampaigns.campaigns].map(({ path }) => path).toSorted()).toEqual(
      Object.values<Endpoint>(syncedLists)
        .map(({ path }) => path)
        .toSorted(),
    )
    const schema = (await readSchema(app.db)).join('\n')
    for (const table of heldTables.keys()) {
      const noting = schema.matchAll(
        new RegExp(`create trigger ${table}_synced(?:_insert|_update)? after ([a-z ]+) on `, 'gi'),
      )
      const events = [...noting].flatMap(([, said = '']) => said.toLowerCase().split(' or '))
      expect([table, ...events.toSorted()]).toEqual([table, 'insert', 'update'])
    }
    expect([...heldTables.values()].map(({ type }) => type).toSorted()).toEqual(
      Object.keys(syncedLists)
        .filter((type) => !Object.values<string>(besidesTables).includes(type))
        .toSorted(),
    )
  })

  it('gets nothing while nothing changes, and only what has', async () => {
    await addCatalogue(app)
    const one = anApp()
    // What an open transaction of another test could still precede is sent again.
    await waitFor(async () => {
      await one.sync()
      const { changed, deleted, more } = await app.call(sync, { since: one.cursor() }, { token: '' })
      expect([changed, deleted, more]).toEqual([[], [], false])
    })
    const added = await app.call(years.add, { name: '2044' })
    const next = await app.call(sync, { since: one.cursor() }, { token: '' })
    expect(next.changed).toMatchObject([{ type: 'years', record: { _id: added.data._id, name: '2044' } }])
  })

  it('gets at most 500 records at once, each once', async () => {
    await addDealers(Array.from({ length: 1203 }, (_, place) => `Dealer ${place}`))
    const first = await app.call(sync, {}, { token: '' })
    expect([first.changed.length, first.more]).toEqual([500, true])
    const one = anApp()
    expect((await one.sync()).filter(([key]) => key.startsWith('dealers '))).toHaveLength(1203)
  })

  it('holds the inbox: what came, what was read and what was thrown away, also on another device', async () => {
    const [grace, ada] = [await addOwner(app), await addOwner(app, 'Ada Byron')]
    const [token, others] = [await openAppSession(app.db, grace), await openAppSession(app.db, ada)]
    const [mine, theirs, visitor] = [anApp(token), anApp(others), anApp()]
    const send = async (title: string, to = [grace]) =>
      (await app.call(notifications.send, { title, description: 'Please call.', user_ids: to })).data._id
    const inboxOf = (one: typeof mine) =>
      [...one.held].flatMap(([key, record]) => (key.startsWith('notifications ') ? [(record as Named).title] : []))
    const expectSame = async () => {
      expect(await mine.sync()).toEqual(await listed(token))
      expect(await theirs.sync()).toEqual(await listed(others))
      expect(await visitor.sync()).toEqual(await listed())
    }
    const before = await send('Before the first sync')
    await expectSame()
    expect([inboxOf(mine), inboxOf(theirs), inboxOf(visitor)]).toEqual([['Before the first sync'], [], []])
    const toBoth = await send('To both', [grace, ada])
    await app.call(years.add, { name: '2044' })
    await expectSame()
    expect([inboxOf(mine).length, inboxOf(theirs)]).toEqual([2, ['To both']])
    await app.runJobs()
    await app.call(ownNotifications.markRead, { notification_id: toBoth }, { token })
    await expectSame()
    expect(mine.held.get(`notifications ${toBoth}`)).toMatchObject({ is_read: true })
    expect(theirs.held.get(`notifications ${toBoth}`)).toMatchObject({ is_read: false })
    await app.call(ownNotifications.delete, { notification_id: before }, { token })
    await expectSame()
    expect(inboxOf(mine)).toEqual(['To both'])
    const late = anApp(token)
    await late.sync()
    expect(inboxOf(late)).toEqual(['To both'])
  })

  it('sees what has moved at one moment, so that nothing written meanwhile is passed over', async () => {
    const owner = await addOwner(app)
    let hasWritten = false
    const meanwhile = app.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (!hasWritten) {
          hasWritten = true
          await app.call(rvTypes.add, { name: 'Teardrop', seq_no: 1 })
          await app.call(notifications.send, { title: 'Recall', description: 'x', user_ids: [owner] })
        }
        return result
      },
    })
    const kindsIn = async (db: typeof app.db) => {
      const moved = await movedAfter(db, owner, { moved: -1, record_type: '', record_id: '' }, 500)
      const kinds = moved.map(({ record_type }) => record_type)
      return [kinds.includes('rv_types'), kinds.includes('notification_recipients')]
    }
    expect(await kindsIn(meanwhile)).toEqual([false, false])
    expect(await kindsIn(app.db)).toEqual([true, true])
  })

  it('gets a long inbox in parts, once as it came and once as read', async () => {
    const grace = await addOwner(app)
    const token = await openAppSession(app.db, grace)
    const mine = anApp(token)
    for (let sent = 0; sent < 620; sent++)
      await app.call(notifications.send, { title: `Message ${sent}`, description: 'x', user_ids: [grace] })
    const read = async () => {
      const messages = (await mine.sync()).filter(([key]) => key.startsWith('notifications '))
      return [messages.length, messages.filter(([, message]) => 'is_read' in message && message.is_read).length]
    }
    expect(await read()).toEqual([620, 0])
    await app.call(ownNotifications.markRead, { all: true }, { token })
    expect(await read()).toEqual([620, 620])
  })

  it.runIf(TEST_SERVER)(
    'gets all that is written while another transaction is open, and what that one wrote',
    async () => {
      const mine = anApp()
      const { length: before } = await mine.sync()
      const open = await app.db.startTransaction().execute()
      await addMany(open, 'rv_types', [{ name: 'Teardrop', seq_no: 1 }], await changeOfAdmin())
      await addDealers(Array.from({ length: 1203 }, (_, place) => `Dealer ${place}`))
      const { length: meanwhile } = await mine.sync()
      await open.commit().execute()
      const { length: after } = await mine.sync()
      expect([meanwhile - before, after - before]).toEqual([1203, 1204])
    },
  )

  it('begins anew with a cursor of somebody else, of before a restore, too old, or not ours', async () => {
    const token = await openAppSession(app.db, await addOwner(app))
    const [visitor, signedIn] = [anApp(), anApp(token)]
    await visitor.sync()
    await signedIn.sync()
    const refusalOf = (since: string, as = '') => app.refusal(sync, { since }, { token: as })
    const over = { status: 410, code: 'sync_again' }
    expect(await refusalOf(signedIn.cursor())).toMatchObject(over)
    expect(await refusalOf(visitor.cursor(), token)).toMatchObject(over)
    expect(await refusalOf('e30')).toMatchObject(over)
    expect(await refusalOf('nonsense')).toMatchObject(over)
    const written = JSON.parse(Buffer.from(visitor.cursor(), 'base64url').toString())
    const withNul = Buffer.from(JSON.stringify({ ...written, record_id: 'a\0' })).toString('base64url')
    expect(await refusalOf(withNul)).toMatchObject(over)
    expect(await refusalOf(visitor.cursor(), 'no-session')).toMatchObject({ status: 401 })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 731 * 86_400_000 })
    expect(await refusalOf(visitor.cursor())).toMatchObject(over)
    vi.useRealTimers()
    await app.db.updateTable('synced').set({ record_id: 'other' }).where('record_type', '=', 'epoch').execute()
    expect(await refusalOf(visitor.cursor())).toMatchObject(over)
  })
})

async function changeOfAdmin() {
  const admin = await app.db.selectFrom('admins').select('id').executeTakeFirstOrThrow()
  return changeBy({ _id: admin.id, kind: 'admin' })
}

async function addDealers(names: string[]) {
  const one = {
    type: 'dealer' as const,
    active_lines: 'TT' as const,
    logo_file: null,
    address: 'a',
    area: '',
    city: 'Bend',
    state: 'Oregon',
    country: 'US',
    zip: '',
    phone: '',
    tollfree: '',
    hour_sales: '9',
    hour_service: '9',
    hour_parts: '9',
    latitude: 1,
    longitude: 1,
  }
  const rows = names.map((name) => ({ ...one, name }))
  const change = await changeOfAdmin()
  await app.db.transaction().execute((db) => addMany(db, 'dealers', rows, change))
}
