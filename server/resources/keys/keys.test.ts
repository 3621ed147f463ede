import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { account } from '#contract/account.ts'
import { administrators } from '#contract/administrators.ts'
import { audiences } from '#contract/audiences.ts'
import { changes, records } from '#contract/changes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { exports } from '#contract/exports.ts'
import { KEY_CALLS_A_MINUTE, keys } from '#contract/keys.ts'
import { models } from '#contract/models.ts'
import { content } from '#contract/owner/content.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { rvs } from '#contract/rvs.ts'
import { search } from '#contract/search.ts'
import { security } from '#contract/security.ts'
import { subTopics } from '#contract/sub-topics.ts'
import { topics } from '#contract/topics.ts'
import { users } from '#contract/users.ts'
import { years } from '#contract/years.ts'
import { openAppSession } from '../../auth/app-sessions.ts'
import { countCalls } from '../../auth/program-keys/call-limit.ts'
import { isSecret, newSecret } from '../../auth/program-keys/secrets.ts'
import { DAY, isoNow } from '../../clock.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addAnotherAdmin, addCatalogue, addOwner } from '../../testing/people.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const fields = {
  name: 'Nightly years',
  expires_at: inDays(30),
  scope: 'write' as const,
  record_types: ['years' as const, 'topics' as const],
}
const add = async (more: object = {}) => {
  const { data, secret } = await app.call(keys.add, { ...fields, ...more })
  return { id: data._id, as: { token: secret }, data, secret }
}

describe('admin/keys', () => {
  it('adds a key whose secret is shown once and stored as a hash', async () => {
    const { data, secret } = await add({ addresses: ['192.0.2.0/24'], may: ['delete'] })
    expect(data).toMatchObject({
      name: 'Nightly years',
      scope: 'write',
      record_types: ['years', 'topics'],
      addresses: ['192.0.2.0/24'],
      may: ['delete'],
      state: 'active',
      last_used_at: null,
      made_by: { name: 'Administrator', is_active: true },
    })
    expect(secret).toMatch(/^rvk_[0-9A-Za-z]{50}$/)
    const rows = await app.db.selectFrom('program_keys').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret.slice(4, 20))
    expect((await app.call(keys.list, {})).data).toEqual([data])
  })

  it('is all that a program sends: it needs no application key, and a made-up one lets nobody in', async () => {
    const { secret } = await add()
    const alone = { token: secret, key: null }
    expect((await app.call(years.add, { name: '2044' }, alone)).data.name).toBe('2044')
    expect((await app.send(rvTypes.list, {}, alone)).statusCode).toBe(403)
    const statusOf = async (endpoint: Endpoint, token: string, key: string | null) =>
      (await app.send(endpoint, {}, { token, key })).statusCode
    expect(await statusOf(years.list, newSecret(), null)).toBe(401)
    const unknown = await app.send(years.list, {}, { token: newSecret() })
    expect(unknown.json().message).toBe('This key is unknown or has ended.')
    expect(await statusOf(years.list, secret, 'wrong')).toBe(403)
    expect(await statusOf(years.list, `${secret.slice(0, -1)}?`, null)).toBe(403)
    expect(await statusOf(account.login, secret, null)).toBe(403)
    expect(await statusOf(ownRecords.rvs, secret, null)).toBe(403)
    expect(await statusOf(content.years, secret, null)).toBe(403)
  })

  it('refuses what a key cannot be, on the field', async () => {
    await add()
    const refused: [object, string, string][] = [
      [{}, 'name', 'An active key already has this name.'],
      [{ name: ' ' }, 'name', 'Name cannot be empty.'],
      [{ expires_at: inDays(-1) }, 'expires_at', 'Please choose a later day.'],
      [{ expires_at: inDays(400) }, 'expires_at', 'A key ends within a year.'],
      [{ record_types: [] }, 'record_types', 'Please choose at least one kind of record.'],
      [{ record_types: ['admins'] }, 'record_types', 'Unknown kind of record.'],
      [{ addresses: ['home'] }, 'addresses', '“home” is not an IP address or a range such as 192.0.2.0/24.'],
      [{ addresses: ['home'.repeat(20)] }, 'addresses', 'Please enter an IP address or a range such as 192.0.2.0/24.'],
    ]
    for (const [more, field, message] of refused) {
      const { errors } = await app.refusal(keys.add, { ...fields, ...more } as never)
      expect(Object.entries(errors ?? {}).map(([name, [said]]) => [name.split('.')[0], said])).toEqual([
        [field, message],
      ])
    }
  })

  it('stands in the security record of who added and ended it', async () => {
    const { id } = await add()
    await app.call(keys.end, { key_id: id })
    await app.call(keys.end, { key_id: id })
    const { data } = await app.call(security.events, {})
    expect(data.map(({ kind, detail }) => [kind, detail]).filter(([kind]) => kind?.startsWith('program'))).toEqual([
      ['program_key_ended', 'Nightly years'],
      ['program_key_added', 'Nightly years'],
    ])
  })

  it('needs a recent proof of identity to add and to end', async () => {
    await app.db
      .updateTable('sessions')
      .set({ proved_at: new Date(0).toISOString() })
      .execute()
    expect((await app.refusal(keys.add, fields)).status).toBe(403)
    expect((await app.refusal(keys.end, { key_id: 'none' })).status).toBe(403)
  })
})

describe('a program', () => {
  it('changes what its key allows, under the name of the key, and undoes only that', async () => {
    const { as } = await add()
    const { data, change_id } = await app.call(years.add, { name: '2031' }, as)
    const mine = (await app.call(years.add, { name: '2032' })).change_id
    const { data: history } = await app.call(changes.of_record, { record_type: 'years', record_id: data._id }, as)
    expect(history[0]?.change).toMatchObject({
      by: { name: 'Nightly years', kind: 'program' },
      sentence: 'Nightly years added year “2031”',
    })
    expect((await app.call(years.get, { year_id: data._id })).data.updated_by).toBe('Nightly years')
    expect((await app.refusal(changes.undo, { change_id: mine ?? '' }, as)).message).toBe(
      'A key can only undo its own changes.',
    )
    // Undoing the addition deletes it.
    expect((await app.refusal(changes.undo, { change_id: change_id ?? '' }, as)).status).toBe(403)
    const edited = await app.call(years.edit, { year_id: data._id, version: 1, name: '2033' }, as)
    await app.call(changes.undo, { change_id: edited.change_id ?? '' }, as)
    expect((await app.call(years.get, { year_id: data._id })).data.name).toBe('2031')
  })

  it('undoes its own upserts that added nothing, and is told of each change whether it may', async () => {
    const { as } = await add({ record_types: ['models'] })
    const { category: cat_id, year: year_id } = await addCatalogue(app)
    const aModel = { external_id: 'M-1', cat_id, year_id, name: '9000', seq_no: 2, description: 'Long.' }
    const added = await app.call(models.upsert, { records: [aModel] }, as)
    expect(added.can_undo).toBe(false)
    expect((await app.refusal(changes.undo, { change_id: added.change_id ?? '' }, as)).status).toBe(403)
    const changed = await app.call(models.upsert, { records: [{ ...aModel, description: 'Longer.' }] }, as)
    expect(changed.can_undo).toBe(true)
    const about = { record_type: 'models', record_id: added.data.ids[0] ?? '' } as const
    const { data } = await app.call(changes.of_record, about, as)
    expect(data.map(({ change }) => change.can_undo)).toEqual([true, false])
    await app.call(changes.undo, { change_id: changed.change_id ?? '' }, as)
    expect((await app.call(models.get, { model_id: about.record_id })).data.description).toBe('Long.')
    const deleting = await add({ name: 'Cleaner', record_types: ['models'], may: ['delete'] })
    const other = await app.call(
      models.upsert,
      { records: [{ ...aModel, external_id: 'M-2', name: '9001' }] },
      deleting.as,
    )
    expect(other.can_undo).toBe(true)
  })

  it('deletes and sends only where its key says so, and nothing that goes along with a kind beyond it', async () => {
    const plain = await add()
    const deleting = await add({ name: 'Cleaner', may: ['delete'] })
    const year = (await app.call(years.add, { name: '2031' })).data._id
    const topic = (await app.call(topics.add, { name: 'Towing', seq_no: 1 })).data._id
    await app.call(subTopics.add, { topic_id: topic, name: 'Hitches', seq_no: 1 })
    expect((await app.refusal(years.delete, { year_id: year }, plain.as)).status).toBe(403)
    expect((await app.refusal(topics.delete, { topic_id: topic }, deleting.as)).status).toBe(403)
    const bulk = { record_type: 'topics' as const, ids: [topic], action: 'delete' as const, expect: 1 }
    expect((await app.refusal(records.bulk, bulk, deleting.as)).status).toBe(403)
    expect((await app.call(years.delete, { year_id: year, version: 1 }, deleting.as)).message).toBe(
      'Year removed successfully.',
    )
  })

  it('finds and is told only what is of its kinds', async () => {
    const { as } = await add({ record_types: ['topics'] })
    const topic = (await app.call(topics.add, { name: 'Reno', seq_no: 1 })).data._id
    await app.call(subTopics.add, { topic_id: topic, name: 'Reno below', seq_no: 1 })
    await app.call(rvTypes.add, { name: 'Reno', seq_no: 1 })
    expect((await app.call(search.search, { text: 'reno' }, as)).data.map(({ title }) => title)).toEqual(['Reno'])
    expect((await app.call(search.search, { text: 'rv type: reno' }, as)).data).toEqual([])
    const relations = { record_type: 'topics' as const, record_id: topic }
    expect((await app.call(records.relations, relations)).data.along).toHaveLength(1)
    expect((await app.call(records.relations, relations, as)).data.along).toEqual([])
  })

  it('counts an audience where it reads all that conditions may ask', async () => {
    await addOwner(app)
    const audience = { field: 'has_rv', op: 'eq', value: false } as const
    const [asked, needed] = [audiences.count, ['audiences', 'users', 'rvs', 'maintenance_items']]
    const all = await add({ scope: 'read', record_types: needed })
    expect((await app.call(asked, { audience }, all.as)).data.count).toBe(1)
    for (const left of needed) {
      const some = await add({
        name: `Without ${left}`,
        scope: 'read',
        record_types: needed.filter((one) => one !== left),
      })
      expect([left, (await app.refusal(asked, { audience }, some.as)).status]).toEqual([left, 403])
    }
  })

  it('never reaches people of the team, keys, sign-in and passwords of owners', async () => {
    const { as } = await add({ record_types: ['users'] })
    expect((await app.call(users.list, {}, as)).total).toBe(0)
    for (const [endpoint, input] of [
      [administrators.list, {}],
      [keys.list, {}],
      [keys.add, fields],
      [account.me, {}],
      [users.resetPassword, { user_id: 'x' }],
      [changes.list, {}],
    ] as const)
      expect([endpoint.path, (await app.refusal(endpoint as never, input as never, as)).status]).toEqual([
        endpoint.path,
        403,
      ])
  })

  it('is shut out at once when its key is ended, at its end, and from other addresses', async () => {
    const [ended, expired, elsewhere] = [
      await add(),
      await add({ name: 'Short' }),
      await add({ name: 'Office', addresses: ['192.0.2.0/24', '2001:db8::1'] }),
    ]
    const read = (as: { token: string; address?: string }) =>
      app.refusal(years.list, {}, as).then(
        ({ status }) => status,
        () => 200,
      )
    expect(await read(ended.as)).toBe(200)
    await app.call(keys.end, { key_id: ended.id })
    expect(await read(ended.as)).toBe(401)
    await app.db
      .updateTable('program_keys')
      .set({ expires_at: isoNow(-1) })
      .where('id', '=', expired.id)
      .execute()
    expect(await read(expired.as)).toBe(401)
    expect(await read({ ...elsewhere.as, address: '192.0.2.7' })).toBe(200)
    expect(await read({ ...elsewhere.as, address: '2001:db8::1' })).toBe(200)
    expect(await read({ ...elsewhere.as, address: '192.0.3.7' })).toBe(403)
  })

  it('goes on when who added its key is deactivated, and the list says whose it is', async () => {
    const { token } = await addAnotherAdmin(app, 'Grace')
    const { secret, data } = await app.call(keys.add, fields, { token })
    await app.call(administrators.deactivate, { administrator_id: data.made_by._id, version: 1 })
    expect((await app.call(years.list, {}, { token: secret })).total).toBe(0)
    expect((await app.call(keys.list, {})).data[0]?.made_by).toEqual({
      _id: data.made_by._id,
      name: 'Grace',
      is_active: false,
    })
  })

  it('is no administrator: not in the team, not found, and signed in by nothing else', async () => {
    const { id } = await add()
    expect((await app.call(administrators.list, {})).data.map(({ name }) => name)).toEqual(['Administrator'])
    expect((await app.refusal(administrators.get, { administrator_id: id })).status).toBe(404)
    expect((await app.refusal(administrators.activate, { administrator_id: id, version: 1 })).status).toBe(404)
    expect((await app.call(search.search, { text: 'nightly' })).data).toEqual([])
    const { body } = await app.send(exports.export, { record_type: 'admins', format: 'csv' })
    expect([body.includes('Administrator'), body.includes('Nightly')]).toEqual([true, false])
    const login = { email: `${id}@program.invalid`, password: '' }
    expect((await app.refusal(account.login, login, { token: null })).status).toBe(422)
  })

  it('notes its last use, at most once a minute', async () => {
    const { as, id } = await add()
    const lastUse = async () => (await app.call(keys.list, {})).data[0]?.last_used_at
    await app.call(years.list, {}, as)
    const first = await lastUse()
    await app.call(years.list, {}, as)
    expect([typeof first, await lastUse()]).toEqual(['string', first])
    await app.db
      .updateTable('program_keys')
      .set({ last_used_at: isoNow(-61_000) })
      .where('id', '=', id)
      .execute()
    await app.call(years.list, {}, as)
    expect(Date.parse((await lastUse()) ?? '')).toBeGreaterThan(Date.now() - 30_000)
  })
})

it('600 calls a minute are let in, and then the answer says when to come back', () => {
  let now = 0
  const count = countCalls(() => now)
  for (let call = 0; call < KEY_CALLS_A_MINUTE; call++) count('one')
  now = 30_000
  expect(() => count('one')).toThrow(expect.objectContaining({ status: 429, retryAfter: 30 }))
  expect(() => count('other')).not.toThrow()
  now = 60_000
  expect(() => count('one')).not.toThrow()
})

it('a secret ends with a checksum of the rest', () => {
  const secret = newSecret()
  expect(isSecret(secret)).toBe(true)
  for (const wrong of [
    '',
    'rvk_',
    secret.slice(0, -1),
    `${secret}0`,
    secret.replace('rvk_', 'rvx_'),
    `${secret.slice(0, -1)}!`,
  ])
    expect([wrong, isSecret(wrong)]).toEqual([wrong, false])
  const other = secret[10] === 'a' ? 'b' : 'a'
  expect(isSecret(`${secret.slice(0, 10)}${other}${secret.slice(11)}`)).toBe(false)
})

describe('who added a key', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  it('is told 14 and 2 days before it ends, once, and of no key that has ended', async () => {
    const began = Date.now()
    await add()
    const ended = await add({ name: 'Ended' })
    await app.call(keys.end, { key_id: ended.id })
    await add({ name: 'Short', expires_at: inDays(10) })
    const mailsAfter = async (days: number) => {
      vi.setSystemTime(began + days * DAY)
      const before = app.mails.length
      await app.runJobs()
      await app.runJobs()
      return app.mails.slice(before).flatMap(({ subject }) => (subject.startsWith('The key') ? subject : []))
    }
    expect(await mailsAfter(0)).toEqual([])
    expect(await mailsAfter(8.5)).toEqual(['The key “Short” ends in 2 days'])
    expect(await mailsAfter(15)).toEqual([])
    expect(await mailsAfter(16.5)).toEqual(['The key “Nightly years” ends in 14 days'])
    expect(await mailsAfter(28.5)).toEqual(['The key “Nightly years” ends in 2 days'])
    expect(app.mails.at(-1)?.text).toContain('/keys')
  })

  it('is told at nine in the morning of the office, and which day it ends there', async () => {
    await app.close()
    // At the office, clocks go forward on 14 March, between the two mails.
    vi.setSystemTime('2027-02-20T12:00:00.000Z')
    app = await buildTestApp({ OFFICE_TIME_ZONE: 'America/Los_Angeles' })
    await add({ expires_at: '2027-03-17T02:00:00.000Z' })
    await app.runJobs()
    const isTold = async (at: string) => {
      vi.setSystemTime(at)
      const before = app.mails.length
      await app.runJobs()
      return app.mails.length > before
    }
    expect(await isTold('2027-03-02T16:59:59.000Z')).toBe(false)
    expect(await isTold('2027-03-02T17:00:00.000Z')).toBe(true)
    expect(await isTold('2027-03-14T15:59:59.000Z')).toBe(false)
    expect(await isTold('2027-03-14T16:00:00.000Z')).toBe(true)
    expect(app.mails.at(-1)?.text).toContain('ends on 2027-03-16.')
  })
})

it('reads in the history of its records what was done to them, and no names of other kinds', async () => {
  const { data: topic } = await app.call(topics.add, { name: 'Plumbing', seq_no: 1 })
  const { data } = await app.call(subTopics.add, { topic_id: topic._id, name: 'Pump', seq_no: 1 })
  await app.call(topics.delete, { topic_id: topic._id })
  const { secret } = await app.call(keys.add, { ...fields, record_types: ['sub_topics'] })
  const which = { record_type: 'sub_topics', record_id: data._id }
  const { data: history } = await app.call(changes.of_record, which, { token: secret })
  const { sentence, parts, title, details } = history[0]?.change ?? {}
  expect([sentence, title]).toEqual(['Administrator changed this with other records.', ''])
  expect(JSON.stringify(parts)).not.toContain('Plumbing')
  expect(details?.every(({ record_type }) => record_type === 'sub_topics')).toBe(true)
  const { data: whole } = await app.call(changes.of_record, which)
  expect(whole[0]?.change.sentence).toContain('Plumbing')
})

describe('a key without users', () => {
  const WORDS = /Unmistakable|unmistakable@/
  const asked = { record_type: 'rvs' as const }

  it('reads RVs, checklists and maintenance without the names and addresses of the people in them', async () => {
    const owner = await addOwner(app, 'Unmistakable')
    const catalogue = await addCatalogue(app)
    const row = { external_id: 'W-1', user: owner, ...catalogue, vin: '310312' }
    await app.call(rvs.upsert, { records: [row] })
    const [rv] = (await app.call(rvs.list, {})).data
    const rv_id = rv?._id ?? ''
    const { as } = await add({
      record_types: ['rvs', 'checklists', 'maintenance_items', 'models', 'rv_types', 'years'],
    })
    const answers = [
      await app.send(rvs.list, {}, as),
      await app.send(rvs.get, { rv_id }, as),
      await app.send(rvs.edit, { rv_id, user: owner, ...catalogue, serial_no: '', vin: '310313' }, as),
      await app.send(search.search, { text: '310313' }, as),
      await app.send(changes.of_record, { ...asked, record_id: rv_id }, as),
      await app.send(exports.export, { ...asked, format: 'csv' }, as),
    ]
    for (const { statusCode, body } of answers) expect([statusCode, WORDS.exec(body)]).toEqual([200, null])
    expect(answers[0]?.json().data[0]).toMatchObject({ user: { _id: owner, name: '' }, user_email: null })
    expect(WORDS.test((await app.send(rvs.list, {})).body)).toBe(true)
  })

  it('is not told which owner changed a record meanwhile', async () => {
    const owner = await addOwner(app, 'Unmistakable')
    const own = { token: await openAppSession(app.db, owner) }
    const catalogue = await addCatalogue(app)
    const { data } = await app.call(ownRecords.addRv, { ...catalogue, vin: '310312' }, own)
    const { as } = await add({ record_types: ['rvs', 'models', 'rv_types', 'years'] })
    await app.call(ownRecords.editRv, { rv_id: data._id, ...catalogue, vin: '310313' }, own)
    const stale = { rv_id: data._id, user: owner, ...catalogue, serial_no: '', vin: '310314', version: 1 }
    const refused = await app.send(rvs.edit, stale, as)
    expect([refused.statusCode, WORDS.exec(refused.body)]).toEqual([409, null])
    expect(refused.json().message).toBe('This record was changed by someone else in the meantime.')
    expect((await app.send(rvs.edit, stale)).json().message).toContain('Unmistakable')
  })

  it('cannot filter or sort by them, as the answer would tell', async () => {
    const key = await add({ record_types: ['rvs'] })
    for (const input of [
      { filters: { user_email: { value: 'unmistakable@' } } },
      { sort: [{ field: 'added_by', order: 'asc' as const }] },
    ])
      expect((await app.refusal(rvs.list, input, key.as)).message).toBe(
        'This key does not read users, so it cannot ask for their names.',
      )
  })
})
