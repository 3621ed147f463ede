import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { notifications } from '#contract/notifications.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { ownNotifications } from '#contract/owner/notifications.ts'
import { users } from '#contract/users.ts'
import { addPhone } from '../../testing/add-phone.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { startFakeFcm } from '../../testing/fake-fcm.ts'
import { addOwner } from '../../testing/people.ts'

const MINUTE = 60_000
let app: TestApp
let fcm: Awaited<ReturnType<typeof startFakeFcm>>
let owner: { id: string; token: string }
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  fcm = await startFakeFcm()
  app = await buildTestApp(fcm.env)
  const id = await addOwner(app, 'Grace Hopper')
  owner = { id, token: await addPhone(app, id, { token: 'phone-1' }) }
  await addPhone(app, id, { token: 'phone-2' })
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
  await fcm.stop()
})

const codeOf = async (token = 'phone-1') => (await app.call(ownNotifications.deviceCode, { token }, owner)).data.code
const text = { title: 'Dear {name}', description: 'Please call {dealer}.' }
const test = (code: string) => app.call(notifications.test, { ...text, code })
const refusal = async (code: string) => {
  const { status, errors } = await app.refusal(notifications.test, { ...text, code })
  return [status, Object.keys(errors ?? {})]
}
const REFUSED = [422, ['code']]

it('A test is the message as that owner would get it, on that phone only, in no inbox and in no list', async () => {
  const code = await codeOf()
  expect(code).toMatch(/^\d{6}$/)
  const { message, data } = await test(code)
  expect([message, data.state]).toEqual(['The test has been sent.', 'accepted'])
  expect(fcm.taken).toMatchObject([{ token: 'phone-1', title: 'Dear Grace Hopper', body: 'Please call your dealer.' }])
  await test(code)
  expect(fcm.taken).toHaveLength(2)
  expect((await app.call(ownNotifications.inbox, {}, owner)).data).toEqual([])
  expect((await app.call(notifications.list, {})).total).toBe(0)
  const kept = await app.db.selectFrom('one_time_secrets').selectAll().where('purpose', '=', 'device').execute()
  expect(JSON.stringify(kept)).not.toContain(code)
})

it('A test in French says in French what is not known', async () => {
  const french = { title: 'Bonjour {name}', description: 'Appelez {dealer}.', language: 'fr' } as const
  await app.call(notifications.test, { ...french, code: await codeOf() })
  expect(fcm.taken).toMatchObject([{ title: 'Bonjour Grace Hopper', body: 'Appelez votre concessionnaire.' }])
  const { data } = await app.call(notifications.preview, { ...french, user_id: owner.id })
  expect(data.description).toBe('Appelez votre concessionnaire.')
})

it('A code ends after ten minutes, with the next one, its session, its device and its account', async () => {
  const first = await codeOf()
  const second = await codeOf()
  expect(await refusal(first)).toEqual(REFUSED)
  vi.setSystemTime(Date.now() + 10 * MINUTE)
  expect(await refusal(second)).toEqual(REFUSED)
  const third = await codeOf()
  await app.call(users.changeStatus, { user_id: owner.id, status: false })
  expect(await refusal(third)).toEqual(REFUSED)
  await app.call(users.changeStatus, { user_id: owner.id, status: true })
  owner.token = await addPhone(app, owner.id, { token: 'phone-1' })
  const fourth = await codeOf()
  await app.call(ownNotifications.removeDevice, { token: 'phone-1' }, owner)
  expect(await refusal(fourth)).toEqual(REFUSED)
  owner.token = await addPhone(app, owner.id, { token: 'phone-1' })
  const fifth = await codeOf()
  await app.call(ownerAccount.signOut, {}, owner)
  expect(await refusal(fifth)).toEqual(REFUSED)
  expect(fcm.taken).toEqual([])
})

it('Only the session that has registered a phone gets a code for it, and an administrator guesses few times', async () => {
  const { status, errors } = await app.refusal(ownNotifications.deviceCode, { token: 'phone-2' }, owner)
  expect([status, Object.keys(errors ?? {})]).toEqual(REFUSED.with(1, ['token']))
  const code = await codeOf()
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  for (let tries = 0; tries < 20; tries++) expect(await refusal(wrong)).toEqual(REFUSED)
  expect((await app.refusal(notifications.test, { ...text, code })).status).toBe(429)
  expect(fcm.taken).toEqual([])
})

it('A phone that the push service does not know, and one that it refuses, is said', async () => {
  const code = await codeOf()
  fcm.state.whim = () => ({ status: 404, code: 'UNREGISTERED' })
  expect((await test(code)).data.state).toBe('no_device')
  fcm.state.whim = () => ({ status: 503 })
  const later = await test(code)
  expect(['failed', 'unknown']).toContain(later.data.state)
  expect(later.message).not.toBe('')
})
