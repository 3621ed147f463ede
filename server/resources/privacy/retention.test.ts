import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dashboard } from '#contract/dashboard.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { privacy } from '#contract/privacy.ts'
import { users } from '#contract/users.ts'
import { DAY } from '../../clock.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { keepPrivacy } from './retention.service.ts'
import { rewriteAfterErase } from './rewrite.service.ts'

let app: TestApp
const visitor = { token: null }
const INACTIVE = { ownerInactiveMonths: 12, privacyDays: 45 }
const start = Date.now()
const onDay = (days: number) => vi.useFakeTimers({ toFake: ['Date'], now: start + days * DAY })

beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

async function join(email: string) {
  const login = { email, password: 'flow-matic-1!' }
  await app.call(ownerAccount.register, { ...login, name: 'Grace Hopper' }, visitor)
  const signIn = () => app.call(ownerAccount.signIn, login, visitor)
  const { data } = await signIn()
  return { id: data.must_change_password ? '' : data._id, signIn }
}
const nameOf = async (id: string) =>
  (await app.db.selectFrom('users').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name

describe('owners who have not been seen for long', () => {
  it('are mailed 30 days before, and erased unless they sign in', async () => {
    const away = await join('away@owners.example')
    const back = await join('back@owners.example')
    const here = await join('here@owners.example')
    onDay(300)
    await here.signIn()
    onDay(370)
    await keepPrivacy(app.db, [], INACTIVE)
    await keepPrivacy(app.db, [], INACTIVE)
    await app.runJobs()
    const told = app.mails.filter(({ subject }) => subject === 'Your account will be deleted')
    expect(told.map(({ to }) => to).toSorted()).toEqual(['away@owners.example', 'back@owners.example'])
    expect(told[0]?.text).toContain('You have not used it for 12 months.')
    // Using the app without signing in would not keep the account.
    expect(await app.db.selectFrom('app_sessions').where('user_id', '=', away.id).select('user_id').execute()).toEqual(
      [],
    )
    onDay(390)
    await back.signIn()
    await app.runJobs()
    expect(await nameOf(away.id)).toBe('Grace Hopper')
    onDay(401)
    await app.runJobs()
    expect([await nameOf(away.id), await nameOf(back.id), await nameOf(here.id)]).toEqual([
      'Erased',
      'Grace Hopper',
      'Grace Hopper',
    ])
  })

  it('stay where no time is set', async () => {
    const away = await join('away@owners.example')
    onDay(4000)
    await keepPrivacy(app.db, [], { ...INACTIVE, ownerInactiveMonths: undefined })
    await app.runJobs()
    expect(await nameOf(away.id)).toBe('Grace Hopper')
  })

  it('are erased again where a database of before has brought them back', async () => {
    const { id } = await join('away@owners.example')
    await keepPrivacy(app.db, [id, 'nobody'], INACTIVE)
    expect(await nameOf(id)).toBe('Erased')
  })
})

describe('requests', () => {
  it('need attention a week before they are due, and are forgotten after two years', async () => {
    const { id } = await join('ada@owners.example')
    const { data } = await app.call(privacy.add, { user_id: id, kind: 'correct' })
    const lines = async () =>
      (await app.call(dashboard.attention, {})).data.filter(({ kind }) => kind === 'privacy_request_due')
    expect(await lines()).toEqual([])
    await app.db
      .updateTable('privacy_requests')
      .set({ due_on: new Date(start + 5 * DAY).toISOString().slice(0, 10) })
      .execute()
    expect(await lines()).toMatchObject([
      { record_id: id, title: expect.stringMatching(/^Grace Hopper: correct request is due on \d\d-\d\d-\d{4}$/) },
    ])
    await app.call(privacy.close, { request_id: data.request_id, outcome: 'Corrected' })
    expect(await lines()).toEqual([])
    onDay(700)
    await keepPrivacy(app.db, [], { ...INACTIVE, ownerInactiveMonths: undefined })
    expect(await app.db.selectFrom('privacy_requests').select('id').execute()).toHaveLength(1)
    onDay(740)
    await keepPrivacy(app.db, [], { ...INACTIVE, ownerInactiveMonths: undefined })
    expect(await app.db.selectFrom('privacy_requests').select('id').execute()).toEqual([])
  })

  it('of which the erase is under way need none', async () => {
    const { id } = await join('ada@owners.example')
    await app.call(privacy.erase, { user_id: id, asked_by: 'owner', verified_by: 'other' })
    await app.db.updateTable('privacy_requests').set({ due_on: '2026-01-01' }).execute()
    const { data } = await app.call(dashboard.attention, {})
    expect(data.filter(({ kind }) => kind === 'privacy_request_due')).toEqual([])
  })
})

describe('tables that are written anew', () => {
  const NOON = { rewriteHour: 12, officeTimeZone: 'UTC' }
  const at = (day: number, hour: number) =>
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2030, 0, day, hour, 30) })

  it('are so in the hour that is set, after an erase, once a week', async () => {
    const { id } = await join('ada@owners.example')
    at(1, 12)
    expect(await rewriteAfterErase(app.db, NOON)).toBe(false)
    vi.useRealTimers()
    await app.call(privacy.erase, { user_id: id, asked_by: 'owner', verified_by: 'other', now: true })
    at(1, 11)
    expect(await rewriteAfterErase(app.db, NOON)).toBe(false)
    at(1, 12)
    expect(await rewriteAfterErase(app.db, { ...NOON, rewriteHour: undefined })).toBe(false)
    expect(await rewriteAfterErase(app.db, NOON)).toBe(true)
    expect(await rewriteAfterErase(app.db, NOON)).toBe(false)
    vi.useRealTimers()
    expect((await app.call(users.get, { user_id: id })).data.name).toBe('Erased')
  })
})
