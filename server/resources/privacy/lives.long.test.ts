import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { changes, records } from '#contract/changes.ts'
import { checklists } from '#contract/checklists.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { exports } from '#contract/exports.ts'
import { imports } from '#contract/imports.ts'
import { recordCalls, recordTypes } from '#contract/kinds.ts'
import { maintenanceItems } from '#contract/maintenance-items.ts'
import { notifications } from '#contract/notifications.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { ownNotifications } from '#contract/owner/notifications.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { privacy } from '#contract/privacy.ts'
import { rvs } from '#contract/rvs.ts'
import { search } from '#contract/search.ts'
import { users } from '#contract/users.ts'
import { views } from '#contract/views.ts'
import { openAppSession } from '../../auth/app-sessions.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { readQuery } from '../../db/raw-query.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addCatalogue, addOwner } from '../../testing/people.ts'
import { random } from '../../testing/seed.ts'

const OWNERS = 200
const MOMENTS = 500
const SENDER = { SENDER_NAME: 'Camper Works', SENDER_ADDRESS: '1 Main St, Reno', SENDER_CONTACT: 'office@example.com' }
const password = 'flow-matic-1!'
const LETTERS = 'bcdfghjkmnprstvxyz'

/** One owner, with a word that occurs in all their texts. */
type Life = {
  id: string
  word: string
  vin: string
  as: { token: string }
  things: Record<Thing, string[]>
  factory: string[]
}
type Thing = 'rvs' | 'checklists' | 'maintenance_items'

let app: TestApp
let catalogue: Awaited<ReturnType<typeof addCatalogue>>
const lives: Life[] = []
const erased = new Set<Life>()
/** What the factory said about RVs, by id. */
const loaded = new Map<string, { external_id: string | null; vin: string; serial_no: string }>()
/** Present consents, and who got news without one. */
const agreed = new Set<string>()
const untold: string[] = []

const below = (count: number) => Math.floor(random() * count)
const oneOf = <One>(list: readonly One[]) => list[below(list.length)] as One
const later = (days: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 })
const living = () => lives.filter((life) => !erased.has(life))
const office = (to: Endpoint, input: object) => app.send(to, input)

beforeAll(async () => {
  app = await buildTestApp(SENDER)
  catalogue = await addCatalogue(app)
  const password_hash = await hashPassword(password)
  for (let place = 0; place < OWNERS; place++) lives.push(await begin(place))
  await app.db.updateTable('users').set({ password_hash }).execute()
  for (let moment = 0; moment < MOMENTS; moment++) {
    const life = oneOf(living())
    // A requested erase has ended the last one.
    if (below(4) === 0) life.as = { token: await openAppSession(app.db, life.id) }
    await oneOf(happenings)(life)
    if (below(MOMENTS) < OWNERS / 3) await end(oneOf(living()))
    if (moment % 50 === 0) await settle()
  }
  await settle()
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
})

async function begin(place: number): Promise<Life> {
  const letters = [place % 18, Math.floor(place / 18) % 18, below(18), below(18), below(18)].map((at) => LETTERS[at])
  const word = `zwq${letters.join('')}`
  const id = await addOwner(app, `Ada ${word}`)
  const vin = `1${word.replaceAll('q', 'k')}xxxk${1000 + place}`.toUpperCase()
  const life: Life = {
    id,
    word,
    vin,
    as: { token: await openAppSession(app.db, id) },
    things: { rvs: [], checklists: [], maintenance_items: [] },
    factory: [],
  }
  return life
}

/** Events in a life: by the owner, and by the office. */
const happenings: ((life: Life) => Promise<unknown>)[] = [
  async ({ as, things, word }) => {
    const sent = await app.send(ownRecords.addChecklist, { name: `Trip ${word}`, note: `Call ${word}.` }, as)
    keep(things.checklists, sent)
  },
  async ({ as, things, word }) => {
    const item = { reminder_name: `Oil ${word}`, item_name: word, due_date: '2099-01-01', note: `Ask ${word}.` }
    keep(things.maintenance_items, await app.send(ownRecords.addMaintenance, item, as))
  },
  async ({ as, things, vin }) => keep(things.rvs, await app.send(ownRecords.addRv, { ...catalogue, vin }, as)),
  async ({ as, factory }) => {
    // The factory loaded it earlier, with a number of its own or none.
    const number = loaded.size
    const made = { vin: String(100_000 + number), serial_no: String(200_000 + number) }
    const external_id = below(2) ? `W-${number}` : null
    const sent = await app.call(rvs.upsert, { records: [{ ...catalogue, ...made, external_id }] })
    const [id] = sent.data.ids
    if (!id) throw new Error('the RV was not loaded')
    loaded.set(id, { ...made, external_id })
    if (below(3)) keep(factory, await app.send(ownRecords.addRv, { ...catalogue, vin: made.vin }, as))
  },
  async ({
    as,
    word,
    things: {
      checklists: [checklist_id],
    },
  }) => app.send(ownRecords.editChecklist, { checklist_id, name: `Fall ${word}`, note: '' }, as),
  async ({ word, things: { maintenance_items } }) =>
    office(maintenanceItems.edit, {
      maintenance_id: oneOf(maintenance_items),
      reminder_name: `Grease ${word}`,
      item_name: word,
      due_date: '2099-02-01',
      note: word,
    }),
  async ({
    things: {
      checklists: [checklist_id],
    },
  }) => office(checklists.delete, { checklist_id }),
  async ({ as, word }) => app.send(ownerAccount.editProfile, { name: `Ada ${word}`, state: word, zip: '' }, as),
  async ({ as, word }) =>
    app.send(ownerAccount.changeEmail, { email: `${word}${below(9)}@lives.example`, password }, as),
  async ({ as, word }) => app.send(ownNotifications.addDevice, { token: `phone-${word}`, platform: 'ios' }, as),
  async ({ as, id }) => {
    const news = below(2) === 0
    const sent = await app.send(ownerAccount.setPreferences, { news, reminders: true, text_version: 'v1' }, as)
    if (sent.statusCode !== 200) return
    if (news) agreed.add(id)
    else agreed.delete(id)
  },
  async ({ id }) => office(users.changeStatus, { user_id: id, status: below(4) > 0 }),
  async () => {
    const record_type = oneOf(['checklists', 'maintenance_items', 'rvs'] as const)
    const ids = [1, 2, 3].flatMap(() => oneOf(living()).things[record_type].slice(0, 1))
    if (ids.length)
      await office(records.bulk, { record_type, ids: [...new Set(ids)], action: oneOf(['delete', 'restore']) })
  },
  async () => undo(oneOf(await known())),
  async () => undo(oneOf((await known()).slice(-30))),
  async ({ id, word }) =>
    office(privacy.add, { user_id: id, kind: oneOf(['access', 'correct', 'object']), note: `${word} has called.` }),
  async ({ word }) =>
    office(views.save, {
      list: 'users',
      name: `Only ${word} ${below(1000)}`,
      state: { filters: { name: { op: 'contains', value: word } } },
    }),
  async ({ id, word }) => {
    const form = new FormData()
    form.set('record_type', oneOf(['users', 'rvs']))
    const { vin } = lives.find((life) => life.id === id) as Life
    form.set('file', new File([`_id,Name,Email,VIN\r\n${id},Ada ${word},${word}@lives.example,${vin}`], `${word}.csv`))
    await app.send(imports.rehearse, form)
  },
  async ({ id }) => office(privacy.exportPersonal, { user_id: id }),
  async ({ word }) =>
    app.send(ownerAccount.signIn, { email: `ada.${word}@example.com`, password: 'wrong-1!' }, { token: null }),
  async ({ id }) => office(notifications.send, { title: 'Recall', description: 'Please call.', user_ids: [id] }),
  async () => {
    const user_ids = [...new Set([1, 2, 3, 4, 5].map(() => oneOf(living()).id))]
    await office(notifications.send, { title: 'Rally', description: 'Come.', user_ids, purpose: 'news' })
  },
  async ({ id }) => office(privacy.erase, { user_id: id, asked_by: 'owner', verified_by: 'other' }),
  async ({ id }) => office(privacy.keep, { user_id: id }),
]

function keep(list: string[], answer: Awaited<ReturnType<TestApp['send']>>) {
  if (answer.statusCode !== 200) return undefined
  const { data } = answer.json<{ data: { _id: string } }>()
  list.push(data._id)
  return data._id
}

const known = async () => (await app.db.selectFrom('changes').select('id').orderBy('seq').execute()).map(({ id }) => id)
const undo = async (change_id: string) => office(changes.undo, { change_id, leave_obstacles: true })

/** Erases an owner in either way. */
async function end(life: Life) {
  const { id, word, as } = life
  const asked = { user_id: id, asked_by: 'owner', verified_by: 'other', note: `${word} wrote.` }
  const before = await factsOfThings(life)
  if (below(2)) await office(privacy.erase, { ...asked, now: true })
  else {
    const sent = await app.send(ownerAccount.delete, { password }, as)
    if (sent.statusCode !== 200) await office(privacy.erase, asked)
    later(7.1)
    await settle()
    vi.useRealTimers()
  }
  // Others' weeks may be over as well.
  const over = await app.db.selectFrom('users').select('id').where('erased_at', 'is not', null).execute()
  for (const one of lives) if (over.some((row) => row.id === one.id)) erased.add(one)
  expect(erased).toContain(life)
  expect(await factsOfThings(life)).toEqual(before)
}

/** What is about the thing rather than its owner. */
async function factsOfThings({ factory }: Life) {
  const columns = ['id', 'vin', 'serial_no', 'cat_id', 'model_id', 'year_id', 'external_id', 'is_deleted'] as const
  return app.db
    .selectFrom('rvs')
    .select(columns)
    .where('id', 'in', ['', ...factory])
    .orderBy('id')
    .execute()
}

/** Runs the jobs; those who get news meanwhile have agreed to it. */
async function settle() {
  const waiting = await readQuery<{ seq: number; user_id: string }>(
    app.db,
    `select seq, user_id from notification_recipients where state = 'waiting' and notification_id in (
       select id from notifications where purpose = 'news')`,
    [],
  )
  await app.runJobs()
  for (const { seq, user_id } of waiting) {
    const row = await app.db
      .selectFrom('notification_recipients')
      .select('state')
      .where('seq', '=', seq)
      .executeTakeFirst()
    if (row && row.state !== 'no_consent' && !agreed.has(user_id)) untold.push(`${user_id} ${row.state}`)
  }
}

const wordsOfErased = () => [...erased].flatMap(({ word, vin }) => [word, vin.toLowerCase()])
const found = (text: string) => {
  const lower = text.toLowerCase()
  return wordsOfErased().filter((word) => lower.includes(word))
}

/** Where the words of erased owners still are. */
async function remains() {
  const left: string[] = []
  const look = (where: string, text: string) => {
    for (const word of found(text)) left.push(`${where}: ${word}`)
  }
  const tables = (await app.db.introspection.getTables()).filter(({ name }) => !/_search|_words_/.test(name))
  for (const { name } of tables)
    look(name, JSON.stringify(await readQuery<object>(app.db, `select * from "${name}"`, [])))
  for (const type of recordTypes) {
    const every = { filters: { is_deleted: { op: 'in', value: ['true', 'false'] } } }
    const file = await office(exports.export, { record_type: type, format: 'csv', ...every })
    look(`export of ${type}`, file.body)
    look(`list of ${type}`, (await office(recordCalls[type].list, { per_page: 100, ...every })).body)
  }
  look('changes', (await office(changes.list, { per_page: 100 })).body)
  look('requests', (await office(privacy.list, { per_page: 100 })).body)
  look('views', (await office(views.list, { list: 'users' })).body)
  for (const { id, word, things } of erased) {
    look('user', (await office(users.get, { user_id: id })).body)
    look('history', (await office(changes.of_record, { record_type: 'users', record_id: id })).body)
    look('privacy', (await office(privacy.ofUser, { user_id: id })).body)
    for (const record_type of ['rvs', 'checklists', 'maintenance_items'] as const)
      for (const record_id of things[record_type].slice(0, 2))
        look(`history of ${record_type}`, (await office(changes.of_record, { record_type, record_id })).body)
    const hits = (await app.call(search.search, { text: word })).data
    if (JSON.stringify(hits).includes('"_id"')) left.push(`search: ${word}`)
  }
  for (const name of readdirSync(app.dataDir, { recursive: true, encoding: 'utf8' })) {
    look('name of a file', name)
    const at = join(app.dataDir, name)
    if (statSync(at).isFile()) look(name, readFileSync(at, 'latin1'))
  }
  return [...new Set(left)]
}

it('of those who were erased no word is found by any call, in any file and in any table', async () => {
  expect(erased.size).toBeGreaterThan(OWNERS / 6)
  expect(await remains()).toEqual([])
})

it('what belongs to a thing is as it was, and the next load finds it', async () => {
  const columns = ['id', 'vin', 'serial_no', 'external_id', 'is_deleted'] as const
  const rows = await app.db.selectFrom('rvs').select(columns).execute()
  const now = new Map(rows.map(({ id, ...row }) => [id, row]))
  // An undo may have reversed the loading of one.
  const there = [...loaded].filter(([id]) => now.get(id)?.is_deleted === 0)
  expect(there.map(([id]) => now.get(id))).toEqual(there.map(([, made]) => ({ ...made, is_deleted: 0 })))
  const told = there.filter(([, { external_id }]) => external_id !== null)
  expect(told.length).toBeGreaterThan(0)
  const { data } = await app.call(rvs.upsert, { records: told.map(([, made]) => ({ ...catalogue, ...made })) })
  expect(data).toMatchObject({ new: 0, changed: 0, ids: told.map(([id]) => id) })
})

it('nothing that anybody does brings a word back', async () => {
  const ends = [...erased]
  for (const change_id of (await known()).filter(() => below(8) === 0)) await undo(change_id)
  for (const record_type of ['rvs', 'checklists', 'maintenance_items', 'users'] as const) {
    const matching = { filters: { is_deleted: { op: 'eq', value: 'true' } } }
    await office(records.bulk, { record_type, action: 'restore', matching, expect: 'all' })
  }
  for (const { id, word, vin, things } of ends) {
    const answers = [
      await office(users.changeStatus, { user_id: id, status: true }),
      await office(privacy.keep, { user_id: id }),
      await office(notifications.send, { title: 'Hello', description: 'There.', user_ids: [id] }),
      await office(privacy.exportPersonal, { user_id: id }),
      await office(rvs.upsert, { records: [{ ...catalogue, vin, user: id }] }),
      ...(await Promise.all(things.rvs.map((_id) => office(rvs.upsert, { records: [{ ...catalogue, vin, _id }] })))),
      ...(await Promise.all(things.checklists.map((checklist_id) => office(checklists.restore, { checklist_id })))),
      ...(await Promise.all(
        things.checklists.map((checklist_id) => office(checklists.edit, { checklist_id, name: word, note: word })),
      )),
    ]
    expect([word, answers.map(({ statusCode }) => statusCode).filter((status) => status === 200)]).toEqual([word, []])
  }
  await settle()
  for (const change_id of (await known()).slice(-20)) await undo(change_id)
  expect(await remains()).toEqual([])
})

it('news reached nobody who had not agreed when it went', () => expect(untold).toEqual([]))
