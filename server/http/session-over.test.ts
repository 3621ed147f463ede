import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { records } from '#contract/changes.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { users } from '#contract/users.ts'
import { deleteExpiredAppSessions } from '../auth/app-sessions.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const login = { email: 'grace@example.com', password: 'flow-matic-1!' }
async function signUp() {
  await app.call(ownerAccount.register, { ...login, name: 'Grace' }, { token: null })
  return signIn()
}
async function signIn() {
  const { data } = await app.call(ownerAccount.signIn, login, { token: null })
  if (data.must_change_password) throw new Error('the password must be changed first')
  return data.token
}
const refusalOf = async (token: string | null) => {
  const answer = await app.send(ownerAccount.me, {}, { token })
  return [answer.statusCode, answer.json().code]
}
const inDays = (days: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 })

it('An app learns why its session is over', async () => {
  const token = await signUp()
  expect(await refusalOf(null)).toEqual([401, 'unknown'])
  expect(await refusalOf('a stranger')).toEqual([401, 'unknown'])
  await app.call(ownerAccount.signOut, {}, { token })
  expect(await refusalOf(token)).toEqual([401, 'ended'])

  const idle = await signIn()
  const swept = await signIn()
  inDays(200)
  expect(await refusalOf(idle)).toEqual([401, 'expired'])
  expect(await refusalOf(idle)).toEqual([401, 'expired'])
  await deleteExpiredAppSessions(app.db)
  expect(await refusalOf(swept)).toEqual([401, 'expired'])
  inDays(400)
  await deleteExpiredAppSessions(app.db)
  expect(await refusalOf(swept)).toEqual([401, 'unknown'])
})

it('An app learns that the account was deactivated, by one administrator or in bulk', async () => {
  const token = await signUp()
  const { data } = await app.call(ownerAccount.me, {}, { token })
  await app.call(users.changeStatus, { user_id: data._id, status: false })
  expect(await refusalOf(token)).toEqual([401, 'deactivated'])
  await app.call(users.changeStatus, { user_id: data._id, status: true })
  const second = await signIn()
  await app.call(records.bulk, { record_type: 'users', action: 'deactivate', ids: [data._id] })
  expect(await refusalOf(second)).toEqual([401, 'deactivated'])
})

it('A token of the other side is 403, and says where it belongs', async () => {
  const token = await signUp()
  const inOffice = await app.send(rvTypes.list, {}, { token })
  expect([inOffice.statusCode, inOffice.json()]).toMatchObject([
    403,
    { code: 'wrong_side', message: 'This token belongs to the owners’ app. Please sign in to the back-office.' },
  ])
  expect(await refusalOf(app.token)).toEqual([403, 'wrong_side'])
  expect((await app.send(rvTypes.list, {}, { token: 'a stranger' })).json()).toMatchObject({ code: 'session_ended' })
})
