import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { changes, records } from '#contract/changes.ts'
import { checklists } from '#contract/checklists.ts'
import { cmsPages } from '#contract/cms-pages.ts'
import { API_BASE, addressOf } from '#contract/endpoint.ts'
import { exports } from '#contract/exports.ts'
import { imports } from '#contract/imports.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { privacy } from '#contract/privacy.ts'
import { rvs } from '#contract/rvs.ts'
import { users } from '#contract/users.ts'
import { insertMany } from '../../db/engines/insert-many.ts'
import { readQuery } from '../../db/raw-query.ts'
import { runNextJob } from '../../jobs/jobs.ts'
import { API_KEY, buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addCatalogue } from '../../testing/people.ts'
import { changeJobs } from '../changes/change-jobs.ts'

// Someone is erased while something about them is in progress.
const grace = { name: 'Gracelyn Hopperson', email: 'gracelyn@hopperson.example', password: 'flow-matic-1!' }
const { name: _name, ...login } = grace
const asked = { asked_by: 'owner', verified_by: 'mailed_code', now: true } as const
const WORDS = /gracelyn|hopperson|zebrawood/i
const visitor = { token: null }

let app: TestApp
let user_id: string
let mine: { token: string }
beforeEach(async () => {
  app = await buildTestApp({}, { largeChange: { moreThan: 2, step: 1 } })
  await app.call(ownerAccount.register, grace, visitor)
  const { data } = await app.call(ownerAccount.signIn, login, visitor)
  mine = { token: 'token' in data ? data.token : '' }
  user_id = (await app.call(ownerAccount.me, {}, mine)).data._id
})
afterEach(() => app.close())

const oneStep = () => runNextJob(app.db, changeJobs(app.deps), app.deps.log)
const erase = () => app.call(privacy.erase, { user_id, ...asked })
const outcomeOf = (change_id: string | null | undefined) =>
  app.db
    .selectFrom('changes')
    .select(['state', 'problem', 'left_count as left', 'record_count as done'])
    .where('id', '=', change_id ?? '')
    .executeTakeFirstOrThrow()
/** The tables that still contain a word of the person's; search indexes contain three-letter parts. */
async function tablesWithWords() {
  const left: string[] = []
  for (const { name } of await app.db.introspection.getTables()) {
    if (/_search|_words_/.test(name)) continue
    if (WORDS.test(JSON.stringify(await readQuery<object>(app.db, `select * from "${name}"`, [])))) left.push(name)
  }
  return left
}
const isErased = async () => {
  expect((await app.call(users.get, { user_id })).data).toMatchObject({ name: 'Erased', status: false })
  expect(await tablesWithWords()).toEqual([])
}

/** Checklists: two of the owner's among others. */
async function someChecklists() {
  const ids: string[] = []
  const add = async (name: string) => ids.push((await app.call(checklists.add, { name, note: '' })).data._id)
  await add('Tires')
  ids.push((await app.call(ownRecords.addChecklist, { name: 'Zebrawood' }, mine)).data._id)
  await add('Roof')
  ids.push((await app.call(ownRecords.addChecklist, { name: 'Zebrawood 2' }, mine)).data._id)
  await add('Water')
  return ids
}
const activeChecklists = async () =>
  (await app.call(checklists.list, { is_deleted: false, per_page: 100 })).data.map(({ name }) => name).toSorted()

it('a large change that would restore what was theirs leaves it, and does the rest', async () => {
  const ids = await someChecklists()
  await app.call(records.bulk, { record_type: 'checklists', ids, action: 'delete' })
  await app.runJobs()
  const matching = { is_deleted: true }
  const { change_id } = await app.call(records.bulk, { record_type: 'checklists', action: 'restore', matching })
  await oneStep()
  await erase()
  await app.runJobs()
  expect(await outcomeOf(change_id)).toEqual({ state: 'done', problem: null, left: 2, done: 3 })
  expect(await activeChecklists()).toEqual(['Roof', 'Tires', 'Water'])
  await isErased()
})

it('a large change that deletes goes on to its end', async () => {
  const ids = await someChecklists()
  const matching = { filters: { name: { op: 'contains', value: 'r' } } }
  const { change_id } = await app.call(records.bulk, { record_type: 'checklists', action: 'delete', matching })
  await oneStep()
  await erase()
  await app.runJobs()
  expect(await outcomeOf(change_id)).toMatchObject({ state: 'done', problem: null })
  expect([ids.length, await activeChecklists()]).toEqual([5, []])
  await isErased()
})

it('a large undo leaves what was theirs, and takes back the rest', async () => {
  const ids = await someChecklists()
  const matching = { is_deleted: false }
  const { change_id } = await app.call(records.bulk, { record_type: 'checklists', action: 'delete', matching })
  await app.runJobs()
  const undo = await app.call(changes.undo, { change_id: change_id ?? '' })
  await oneStep()
  await erase()
  await app.runJobs()
  expect(await outcomeOf(undo.change_id)).toMatchObject({ state: 'done', problem: null })
  expect([ids.length, await activeChecklists()]).toEqual([5, ['Roof', 'Tires', 'Water']])
  await isErased()
})

it('a large redo does not give them RVs of the factory', async () => {
  const catalogue = await addCatalogue(app)
  const vins = ['500001', '500002', '500003', '500004']
  const load = (more: object) => app.call(rvs.upsert, { records: vins.map((vin) => ({ ...catalogue, vin, ...more })) })
  const { ids } = (await load({})).data
  const owned = ids.map((_id, place) => ({ ...catalogue, _id, vin: vins[place], user: user_id }))
  const { change_id } = await app.call(rvs.upsert, { records: owned })
  const undo = await app.call(changes.undo, { change_id: change_id ?? '' })
  await app.runJobs()
  const redo = await app.call(changes.undo, { change_id: undo.change_id ?? '' })
  await oneStep()
  await erase()
  await app.runJobs()
  expect(await outcomeOf(redo.change_id)).toMatchObject({ state: 'done', left: 3 })
  const columns = ['vin', 'user_id', 'is_deleted'] as const
  const free = { user_id: null, is_deleted: 0 }
  expect(await app.db.selectFrom('rvs').select(columns).orderBy('vin').execute()).toEqual(
    vins.map((vin) => ({ vin, ...free })),
  )
  await isErased()
})

async function rehearseFile(rows: string[], record_type = 'users') {
  const form = new FormData()
  form.set('record_type', record_type)
  form.set('file', new File([rows.join('\r\n')], 'owners.csv'))
  return (await app.call(imports.rehearse, form)).data
}

it('a large import goes on without their rows, and says how many it has imported', async () => {
  const { rehearsal_id } = await rehearseFile([
    'Name,Email',
    'Ada One,one@example.com',
    'Ada Two,two@example.com',
    `Gracelyn Hopperson-Smith,${grace.email}`,
    'Ada Four,four@example.com',
  ])
  const { change_id } = await app.call(imports.apply, { rehearsal_id })
  await oneStep()
  await erase()
  await app.runJobs()
  expect(await outcomeOf(change_id)).toMatchObject({ state: 'done', problem: null, done: 3 })
  const { change } = await app.call(changes.get, { change_id })
  expect(change.message).toBe('3 users imported: 3 new.')
  await isErased()
})

it('a large import that would give them RVs ends in words, and is taken back', async () => {
  const catalogue = await addCatalogue(app)
  const model =
    (await app.db.selectFrom('models').selectAll().where('id', '=', catalogue.model).executeTakeFirst())?.name ?? ''
  const line = (vin: string) => `${vin},Type of 2285,${model},2285,${user_id}`
  const { rehearsal_id, counts } = await rehearseFile(
    ['VIN,RV Type,Model,Year,User _id', line('500001'), line('500002'), line('500003'), line('500004')],
    'rvs',
  )
  expect(counts).toMatchObject({ new: 4 })
  const { change_id } = await app.call(imports.apply, { rehearsal_id })
  await oneStep()
  await erase()
  await app.runJobs()
  expect(await outcomeOf(change_id)).toMatchObject({ state: 'failed', problem: expect.stringContaining('erased') })
  expect((await app.call(rvs.list, { is_deleted: false })).total).toBe(0)
  await isErased()
})

it('a file that is being read is not read on', async () => {
  const rows = Array.from({ length: 3000 }, (_, row) => `Ada ${row},ada${row}@example.com`)
  const reading = rehearseFile(['Name,Email', ...rows, `Gracelyn Hopperson,${grace.email}`]).catch(String)
  await vi.waitFor(
    async () =>
      expect((await app.db.selectFrom('import_rehearsals').select('state').execute())[0]?.state).toBe('reading'),
    { timeout: 60_000, interval: 5 },
  )
  await erase()
  expect(await reading).toContain('An owner was erased while this file was read. Please check the file again.')
  await app.runJobs()
  await isErased()
})

it('an export of owners that is under way ends, and is not whole', async () => {
  const { seq: _seq, ...one } = await app.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  const called = (name: string) => ({
    name,
    name_key: name,
    email: `${name}@example.com`,
    email_key: `${name}@example.com`,
  })
  const rows = Array.from({ length: 60_000 }, (_, row) => ({ ...one, id: `owner-${row}`, ...called(`ada${row}`) }))
  await insertMany(app.db, 'users', rows as never)
  await app.app.listen({ port: 0 })
  const { port } = app.app.server.address() as AddressInfo
  const headers = { 'x-api-key': API_KEY, token: app.token, 'content-type': 'application/json' }
  const sent = request({
    port,
    path: `${addressOf(exports.export)}?platform=web`.replace(/^(?!\/)/, `${API_BASE}/`),
    method: 'POST',
    headers,
  })
  sent.end(JSON.stringify({ record_type: 'users', format: 'csv' }))
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.pause()
  const ended = once(answer, 'error')
  await erase()
  await app.runJobs()
  answer.resume()
  expect(String((await ended)[0])).toContain('aborted')
})

it('texts that wait for their time are listed, and keys of repeated calls forgotten', async () => {
  const at = new Date(Date.now() + 86_400_000).toISOString()
  const { data: page } = await app.call(cmsPages.add, { code: 'winners', title: 'Winners', content: '<p>Soon.</p>' })
  const edit = { cms_page_id: page._id, version: page.version, code: 'winners', title: 'Winners', edits_at: at }
  await app.call(cmsPages.edit, { ...edit, content: '<p>This is <b>Gracelyn</b> Hopperson.</p>' })
  await app.call(
    checklists.add,
    { name: 'Call', note: `Write to ${grace.email}` },
    { token: app.token, idempotencyKey: 'a' },
  )
  await erase()
  await app.runJobs()
  const names = (await app.call(privacy.list, { user_id })).data[0]?.names ?? []
  expect(names.map(({ record_type }) => record_type).toSorted()).toEqual(['checklists', 'cms_pages'])
  expect(await app.db.selectFrom('idempotency_keys').select('key_hash').execute()).toEqual([])
})
