import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { changes, records } from '#contract/changes.ts'
import { checklists } from '#contract/checklists.ts'
import { cmsPages } from '#contract/cms-pages.ts'
import { imports } from '#contract/imports.ts'
import { keys } from '#contract/keys.ts'
import { notifications } from '#contract/notifications.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { ownNotifications } from '#contract/owner/notifications.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { privacy } from '#contract/privacy.ts'
import { users } from '#contract/users.ts'
import { views } from '#contract/views.ts'
import { readQuery } from '../../db/raw-query.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addCatalogue } from '../../testing/people.ts'

let app: TestApp
let mine: { token: string }
let user_id: string
const visitor = { token: null }
const grace = { name: 'Gracelyn Hopperson', email: 'gracelyn@hopperson.example', password: 'flow-matic-1!' }
const { name: _name, ...login } = grace
const asked = { asked_by: 'owner', verified_by: 'mailed_code' } as const
const WORDS = /gracelyn|hopperson|471104|zebrawood|quokka|phone-xyz/i

beforeEach(async () => {
  app = await buildTestApp()
  await app.call(ownerAccount.register, grace, visitor)
  const { data } = await app.call(ownerAccount.signIn, login, visitor)
  mine = { token: 'token' in data ? data.token : '' }
  user_id = (await app.call(ownerAccount.me, {}, mine)).data._id
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const later = (days: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 })
const request = async () => (await app.call(privacy.list, { user_id })).data[0]

describe('admin/users/erase', () => {
  it('takes effect after seven days, and ends the sessions at once', async () => {
    const { data, message, can_undo } = await app.call(privacy.erase, { user_id, ...asked, note: 'By letter.' })
    expect(message).toBe('User will be erased in 7 days.')
    expect([Math.round((Date.parse(data.erased_at) - Date.now()) / 86_400_000), can_undo]).toEqual([7, false])
    expect(data.kept.map(({ until }) => until === null)).toContain(false)
    expect((await app.send(ownerAccount.me, {}, mine)).statusCode).toBe(401)
    await app.runJobs()
    expect(app.mails.at(-1)).toMatchObject({ to: grace.email, subject: 'Your account will be deleted' })
    expect(await request()).toMatchObject({ kind: 'erase', ...asked, note: 'By letter.', outcome: null })
    expect((await app.call(privacy.ofUser, { user_id })).data).toMatchObject({
      erased_at: data.erased_at,
      is_erased: false,
    })
    later(8)
    await app.runJobs()
    vi.useRealTimers()
    expect((await app.call(users.get, { user_id })).data.name).toBe('Erased')
    expect(await request()).toMatchObject({ outcome: 'Erased', note: '', user_name: 'Erased' })
  })

  it('is taken back until then by `keep`, and by signing in', async () => {
    await app.call(privacy.erase, { user_id, ...asked })
    expect((await app.call(privacy.keep, { user_id })).message).toBe('User will not be erased.')
    expect(await request()).toMatchObject({ outcome: 'Taken back' })
    expect((await app.refusal(privacy.keep, { user_id })).status).toBe(409)
    await app.call(privacy.erase, { user_id, ...asked })
    await app.call(ownerAccount.signIn, login, visitor)
    later(9)
    await app.runJobs()
    vi.useRealTimers()
    expect((await app.call(users.get, { user_id })).data.name).toBe(grace.name)
  })

  it('erases at once with `now`, and then refuses everything that would bring the person back', async () => {
    const { data, message } = await app.call(privacy.erase, { user_id, ...asked, now: true })
    expect(message).toBe('User has been erased.')
    expect(Math.abs(Date.parse(data.erased_at) - Date.now())).toBeLessThan(60_000)
    expect((await app.call(users.get, { user_id })).data).toMatchObject({ name: 'Erased', status: false })
    for (const call of [
      () => app.refusal(privacy.erase, { user_id, ...asked }),
      () => app.refusal(privacy.keep, { user_id }),
      () => app.refusal(privacy.add, { user_id, kind: 'access' }),
      () => app.refusal(users.changeStatus, { user_id, status: true }),
    ])
      expect(await call()).toMatchObject({ status: 422, message: 'This has been erased.' })
    const { data: history } = await app.call(changes.of_record, { record_type: 'users', record_id: user_id })
    expect(history[0]?.change.sentence).toContain('erased an owner, with what they had added')
  })

  it('is closed to programs, and to who has not said lately that it is them', async () => {
    const expires_at = new Date(Date.now() + 86_400_000).toISOString()
    const key = { name: 'Nightly', scope: 'write', record_types: ['users', 'rvs'], may: ['delete', 'send'] } as const
    const { secret } = await app.call(keys.add, {
      ...key,
      record_types: [...key.record_types],
      may: [...key.may],
      expires_at,
    })
    const closed = [
      [privacy.erase, { user_id, ...asked, now: true }],
      [privacy.keep, { user_id }],
      [privacy.exportPersonal, { user_id }],
      [privacy.ofUser, { user_id }],
      [privacy.list, {}],
      [privacy.add, { user_id, kind: 'access' }],
    ] as const
    for (const [endpoint, input] of closed)
      expect([endpoint.path, (await app.send(endpoint, input, { token: secret })).statusCode]).toEqual([
        endpoint.path,
        403,
      ])
    const proved_at = new Date(Date.now() - 6 * 60_000).toISOString()
    await app.db.updateTable('sessions').set({ proved_at }).execute()
    for (const [endpoint, input] of [closed[0], closed[2]]) {
      const { statusCode, body } = await app.send(endpoint, input)
      expect([statusCode, JSON.parse(body).code]).toEqual([403, 'proof_required'])
    }
    expect((await app.call(users.get, { user_id })).data.name).toBe(grace.name)
  })

  it('wants to know who asked and how it was checked', async () => {
    const { errors } = await app.refusal(privacy.erase, { user_id } as never)
    expect(errors).toEqual({
      asked_by: ['Please choose who asked for it.'],
      verified_by: ['Please choose how it was checked.'],
    })
    expect((await app.refusal(privacy.erase, { user_id: 'nobody', ...asked })).status).toBe(404)
  })

  it('leaves no word of the person in any table, kept mail or view, and tells who is told', async () => {
    const catalogue = await addCatalogue(app)
    await app.call(ownRecords.addRv, { ...catalogue, vin: '471104', serial_no: '471104' }, mine)
    await app.call(ownRecords.addChecklist, { name: 'Zebrawood', note: 'Quokka.' }, mine)
    await app.call(ownNotifications.addDevice, { token: 'phone-xyz', platform: 'ios' }, mine)
    await app.call(ownerAccount.editProfile, { name: 'Gracelyn Quokka' }, mine)
    await app.call(ownerAccount.changeEmail, { email: 'new@hopperson.example', password: grace.password }, mine)
    await app.call(views.save, {
      list: 'users',
      name: 'Gracelyn Hopperson only',
      state: { filters: { email: { op: 'contains', value: 'hopperson' } } } as never,
    })
    await app.refusal(ownerAccount.signIn, { ...login, password: 'wrong-1!' }, visitor)
    await app.runJobs()
    await app.call(privacy.erase, { user_id, ...asked, note: 'Gracelyn wrote.', now: true })
    await app.runJobs()
    // Search indexes contain no words, but three-letter parts.
    const tables = (await app.db.introspection.getTables()).filter(({ name }) => !/_search|_words_/.test(name))
    for (const { name } of tables) {
      const rows = JSON.stringify(await readQuery<object>(app.db, `select * from "${name}"`, []))
      expect([name, rows]).toEqual([name, expect.not.stringMatching(WORDS)])
    }
  })

  it('leaves no word in samples of files, names of views and titles of undos', async () => {
    const own = await app.call(ownRecords.addChecklist, { name: 'Zebrawood' }, mine)
    const other = await app.call(checklists.add, { name: 'Tires', note: '' })
    const ids = [own.data._id, other.data._id]
    const { change_id } = await app.call(records.bulk, { record_type: 'checklists', ids, action: 'delete' })
    await app.call(checklists.restore, { checklist_id: own.data._id })
    const partly = await app.call(changes.undo, { change_id: change_id ?? '', leave_obstacles: true })
    const redone = await app.call(changes.undo, { change_id: partly.change_id ?? '' })
    await app.call(changes.undo, { change_id: redone.change_id ?? '' })
    const whole = await app.call(records.bulk, { record_type: 'checklists', ids, action: 'delete' })
    await app.call(changes.undo, { change_id: whole.change_id ?? '' })
    // Earlier releases named a partial undo after what it undid, whatever it left.
    const undos = app.db.updateTable('changes').where('undoes', '=', change_id)
    await undos.set({ title: 'Zebrawood', title_key: 'zebrawood' }).execute()
    const state = { filters: { name: { op: 'contains', value: 'gracelyn' } } }
    await app.call(views.save, { list: 'users', name: 'Calls to Gracelyn', state } as never)
    const form = new FormData()
    form.set('record_type', 'users')
    form.set('file', new File([`Name,Email\r\n${grace.name},${grace.email}`], 'owners.csv'))
    await app.call(imports.rehearse, form)
    await vi.waitFor(async () => expect((await app.call(imports.list, {})).data[0]?.state).toBe('ready'))
    await app.call(privacy.erase, { user_id, ...asked, now: true })
    for (const table of ['changes', 'import_rehearsals', 'views'] as const)
      expect(JSON.stringify(await app.db.selectFrom(table).selectAll().execute())).not.toMatch(WORDS)
  })

  it('lists the texts of others that name the person, and changes none', async () => {
    const sent = await app.call(notifications.send, {
      title: 'For you',
      description: 'Gracelyn Hopperson has won.',
      user_ids: [user_id],
    })
    const other = await app.call(checklists.add, { name: 'Call back', note: 'Write to gracelyn@hopperson.example' })
    const page = await app.call(cmsPages.add, {
      code: 'winners',
      title: 'Winners',
      content: '<p>This year <b>Gracelyn</b> Hopperson won.</p>',
    })
    await app.call(privacy.erase, { user_id, ...asked, now: true })
    const names = (await request())?.names ?? []
    expect(names.map(({ record_type, record_id }) => [record_type, record_id])).toEqual(
      expect.arrayContaining([
        ['notifications', sent.data._id],
        ['checklists', other.data._id],
        ['cms_pages', page.data._id],
      ]),
    )
    expect(names).toHaveLength(3)
    expect((await app.call(notifications.get, { notification_id: sent.data._id })).data.description).toContain(
      'Gracelyn',
    )
  })

  it('keeps the id outside of the database', async () => {
    await app.call(privacy.erase, { user_id, ...asked, now: true })
    await app.runJobs()
    expect(readdirSync(join(app.dataDir, 'files', 'erased'))).toEqual([user_id])
  })
})

describe('admin/privacy_requests', () => {
  it('of somebody who is erased are over, and say nothing that somebody has written', async () => {
    const { data } = await app.call(privacy.add, { user_id, kind: 'access', note: 'She called.' })
    await app.call(privacy.close, { request_id: data.request_id, outcome: 'Sent to her sister in Reno.' })
    await app.call(privacy.add, { user_id, kind: 'object', received_on: '2020-01-01', note: 'By letter.' })
    await app.call(privacy.erase, { user_id, ...asked, now: true })
    const { data: left } = await app.call(privacy.list, { user_id })
    expect(left.map(({ kind, outcome, note }) => `${kind}: ${outcome}${note}`).toSorted()).toEqual([
      'access: Closed',
      'erase: Erased',
      'object: Erased',
    ])
    expect((await app.call(privacy.list, { open: true })).total).toBe(0)
  })

  it('are noted, due in 45 days, and closed once', async () => {
    const { data } = await app.call(privacy.add, { user_id, kind: 'access', received_on: '2026-11-01' })
    expect(data).toMatchObject({ kind: 'access', received_on: '2026-11-01', due_on: '2026-12-16', outcome: null })
    const { request_id } = data
    const closed = await app.call(privacy.close, { request_id, outcome: 'Sent by mail' })
    expect(closed.data).toMatchObject({ outcome: 'Sent by mail', names: [] })
    expect((await app.refusal(privacy.close, { request_id, outcome: 'Again' })).status).toBe(409)
    expect((await app.call(privacy.list, { open: true })).total).toBe(0)
    expect((await app.call(privacy.list, {})).total).toBe(1)
  })
})
