import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { administrators } from '#contract/administrators.ts'
import { CHANGE_STREAM, type PrintingEvent } from '#contract/change-stream.ts'
import { records } from '#contract/changes.ts'
import { API_BASE } from '#contract/endpoint.ts'
import { manuals } from '#contract/manuals.ts'
import { views } from '#contract/views.ts'
import { years } from '#contract/years.ts'
import { sha256 } from '../../auth/tokens.ts'
import { API_KEY, buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { manualFactory } from '../../testing/manuals.ts'
import { addAnotherAdmin } from '../../testing/people.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { LEASE_MS, presenceBoard } from './presence.ts'

describe('who is present', () => {
  it('is who said so within the lease, until the form is closed', () => {
    let now = 0
    const board = presenceBoard(() => now)
    const event = (name: string, open: boolean) =>
      ({ kind: 'presence', record_type: 'years', record_id: '1', admin: { _id: name, name }, open }) as const
    expect(board.note(event('Ann', true))).toBe(true)
    expect(board.note(event('Ann', true))).toBe(false)
    now = LEASE_MS - 1
    board.note(event('Ben', true))
    expect(board.whoHasOpen('years', '1').map(({ name }) => name)).toEqual(['Ann', 'Ben'])
    now = LEASE_MS
    expect(board.whoHasOpen('years', '1').map(({ name }) => name)).toEqual(['Ben'])
    expect(board.expire()).toEqual([{ record_type: 'years', record_id: '1' }])
    expect(board.note(event('Ben', false))).toBe(true)
    expect(board.expire()).toEqual([])
  })

  it('is somebody in each window', () => {
    const board = presenceBoard(() => 0)
    const event = (window_id: string, open: boolean) =>
      ({
        kind: 'presence',
        record_type: 'years',
        record_id: '1',
        admin: { _id: 'a', name: 'Ann', window_id },
        open,
      }) as const
    for (const window of ['one', 'two']) board.note(event(window, true))
    board.note(event('one', false))
    expect(board.whoHasOpen('years', '1')).toEqual([{ _id: 'a', name: 'Ann', window_id: 'two' }])
  })
})

describe('the stream of changes', () => {
  let app: TestApp
  let address: string
  beforeEach(async () => {
    app = await buildTestApp()
    address = await app.app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterEach(() => app.close())

  const open = async (headers: object = {}) => {
    const response = await fetch(`${address}${API_BASE}/${CHANGE_STREAM}`, {
      headers: { 'x-api-key': API_KEY, token: app.token, ...headers },
    })
    const events: { event: string; data: object }[] = []
    let ended = false
    void (async () => {
      let text = ''
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += chunk
        const parts = text.split('\n\n')
        text = parts.pop() ?? ''
        for (const part of parts) {
          const [, event, data] = /^event: (\w+)\ndata: (.+)$/.exec(part) ?? []
          if (event && data) events.push({ event, data: JSON.parse(data) as object })
        }
      }
      ended = true
    })().catch(() => {
      ended = true
    })
    return { response, events, hasEnded: () => ended }
  }

  it('tells of each change who made it and what it is about', async () => {
    const grace = await addAnotherAdmin(app, 'Grace')
    const { response, events } = await open()
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const { change_id } = await app.call(years.add, { name: '2027' }, grace)
    await waitFor(() => expect(events).toHaveLength(1))
    expect(events[0]).toMatchObject({
      event: 'change',
      data: { change_id, record_types: ['years'], by: { name: 'Grace', kind: 'admin' }, at: expect.any(String) },
    })
    await app.refusal(years.add, { name: '2027' })
    await app.call(years.list, {})
    await app.call(years.add, { name: '2028' })
    await waitFor(() => expect(events).toHaveLength(2))
  })

  it('is opened at most twenty times by one session', async () => {
    const token = await app.signIn()
    for (let opened = 0; opened < 20; opened++) expect((await open({ token })).response.status).toBe(200)
    const { response } = await open({ token })
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '60'])
    expect((await open()).response.status).toBe(200)
  })

  it('tells who else has a form open', async () => {
    const grace = await addAnotherAdmin(app, 'Grace')
    const { events } = await open()
    const form = { record_type: 'years', record_id: 'one', open: true }
    expect((await app.call(records.presence, form, grace)).data).toEqual([])
    expect((await app.call(records.presence, form)).data.map(({ name }) => name)).toEqual(['Grace'])
    await app.call(records.presence, { ...form, open: false }, grace)
    await waitFor(() => expect(events).toHaveLength(3))
    const names = events.map(({ data }) => (data as { admins: { name: string }[] }).admins.map(({ name }) => name))
    expect(names).toEqual([['Grace'], ['Grace', 'Administrator'], ['Administrator']])
    const twice = await app.call(records.presence, { ...form, window_id: 'two' })
    expect(twice.data.map(({ name }) => name)).toEqual(['Administrator'])
  })

  it('tells that a view was saved or deleted', async () => {
    const grace = await addAnotherAdmin(app, 'Grace')
    const { events } = await open()
    const view = { list: 'years', name: 'Recent', is_shared: true, state: {} }
    const { _id: view_id, version } = (await app.call(views.save, view, grace)).data
    await app.call(views.save, { list: 'years', view_id, version, name: 'Of late' }, grace)
    await app.refusal(views.delete, { view_id })
    await app.call(views.delete, { view_id }, grace)
    await app.call(years.add, { name: '2027' })
    await waitFor(() => expect(events.map(({ event }) => event)).toEqual(['views', 'views', 'views', 'change']))
  })

  it('tells how much of a PDF is made', async () => {
    const { events } = await open()
    const { aTopic, aSubTopic, aManual, aPage } = manualFactory(app)
    const { _id: manual_id } = await aManual()
    await aPage(manual_id, await aSubTopic((await aTopic())._id), '<p>Look here first.</p>')
    await app.call(manuals.generate_pdf, { manual_id })
    await waitFor(() => expect(events.some(({ event }) => event === 'printing')).toBe(true))
    const parts = events.flatMap(({ event, data }) => (event === 'printing' ? [data as PrintingEvent] : []))
    for (const part of parts) expect(part).toMatchObject({ manual_id, language: 'en' })
    expect(parts.map(({ done }) => done)).toEqual(parts.map(({ done }) => done).sort((a, b) => a - b))
  })

  it('is refused to strangers, ends with the session, and is no use of it', async () => {
    expect((await open({ token: 'stranger' })).response.status).toBe(401)
    expect((await open({ 'x-api-key': 'other' })).response.status).toBe(403)
    const token = await app.signIn()
    const { token_hash } = await app.db
      .selectFrom('sessions')
      .select('token_hash')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    const recently = new Date(Date.now() - 600_000).toISOString()
    await app.db.updateTable('sessions').set({ used_at: recently }).where('token_hash', '=', token_hash).execute()
    const stream = await open({ token })
    const used = async () =>
      (await app.db.selectFrom('sessions').select('used_at').where('token_hash', '=', token_hash).executeTakeFirst())
        ?.used_at
    expect(await used()).toBe(recently)
    await app.call(account.logout, {}, { token })
    await waitFor(() => expect(stream.hasEnded()).toBe(true))
    expect(stream.events.at(-1)).toEqual({ event: 'ended', data: { ended: true } })
  })

  it('says of a session that has expired no more than that', async () => {
    const token = await app.signIn()
    const stream = await open({ token })
    await app.db
      .updateTable('sessions')
      .set({ used_at: '2020-01-01T00:00:00.000Z' })
      .where('token_hash', '=', sha256(token))
      .execute()
    app.deps.bus.publish({ kind: 'sessions' })
    await waitFor(() => expect(stream.hasEnded()).toBe(true))
    expect(stream.events.at(-1)).toEqual({ event: 'ended', data: {} })
  })

  it('ends at once for an administrator who is deactivated', async () => {
    const grace = await addAnotherAdmin(app, 'Grace')
    const stream = await open({ token: grace.token })
    await app.call(administrators.deactivate, { administrator_id: grace.id })
    await waitFor(() => expect(stream.hasEnded()).toBe(true))
    expect(stream.events.at(-1)).toEqual({ event: 'ended', data: { ended: true } })
  })
})
