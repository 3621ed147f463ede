import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ownerAccount } from '#contract/owner/account.ts'
import { ownNotifications } from '#contract/owner/notifications.ts'
import { privacy } from '#contract/privacy.ts'
import { deleteExpiredSecrets } from '../../auth/one-time.ts'
import { deleteOldTries } from '../../auth/rate-limit.ts'
import { HOUR } from '../../clock.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { digestOfAddress } from './end-erase.ts'

// Secrets and counts whose keys are made from what an owner no longer has, or from what is not an address.
const grace = { name: 'Grace', email: 'grace@example.com', password: 'flow-matic-1!' }
const { name: _name, ...login } = grace
const mary = { subject: '77', email: 'mary@example.com', name: 'Mary' }
const unsigned = ['{}', JSON.stringify({ sub: mary.subject }), ''].map((part) =>
  Buffer.from(part).toString('base64url'),
)
const visitor = { token: null }

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

async function signIn() {
  await app.call(ownerAccount.register, grace, visitor)
  const { data } = await app.call(ownerAccount.signIn, login, visitor)
  return { token: 'token' in data ? data.token : '', user_id: '_id' in data ? data._id : '' }
}
const erase = (user_id: string) =>
  app.call(privacy.erase, { user_id, asked_by: 'owner', verified_by: 'mailed_code', now: true })

/** All keys but those of networks, which visitors share. */
async function keys() {
  const subjects = await app.db.selectFrom('one_time_secrets').select('subject').execute()
  const tries = await app.db.selectFrom('tries').select('key').execute()
  const known = await app.db.selectFrom('known_addresses').select('key').execute()
  const all = [...subjects.map(({ subject }) => subject), ...[...tries, ...known].map(({ key }) => key)]
  return all.filter((key) => !/:address:/.test(key))
}

const askFor = (email: string, token: string) =>
  app.call(ownerAccount.changeEmail, { email, password: grace.password }, { token })
async function tidyAfter(hours: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * HOUR })
  await deleteExpiredSecrets(app.db)
  await deleteOldTries(app.db)
}

it('what was counted for a new address goes, though another was asked for since, and the code is over', async () => {
  const { token, user_id } = await signIn()
  await askFor('one@example.com', token)
  await askFor('two@example.com', token)
  await tidyAfter(23)
  expect(await keys()).toContain('app-forgot:account:one@example.com')
  vi.useRealTimers()
  await erase(user_id)
  expect(await keys()).toEqual([])
})

it('a new address is kept for a week', async () => {
  const { token, user_id } = await signIn()
  await askFor('one@example.com', token)
  const kept = `app-email ${user_id} one@example.com`
  await tidyAfter(167)
  expect(await keys()).toContain(kept)
  await tidyAfter(2)
  expect(await keys()).not.toContain(kept)
})

it('networks from which somebody has signed in with a social network go', async () => {
  app.deps.identities.GOOGLE = async () => mary
  const token = { provider: 'GOOGLE', id_token: unsigned.join('.') } as const
  const { data } = await app.call(ownerAccount.signInSocial, token, visitor)
  expect(await keys()).toContainEqual(expect.stringMatching(/^app-guess:account:google .* 127\.0\.0\.1$/))
  await erase(data._id)
  expect(await keys()).toEqual([])
})

it('the code goes by which an administrator would find a phone', async () => {
  const { token, user_id } = await signIn()
  const phone = 'phone-of-grace'
  await app.call(ownNotifications.addDevice, { token: phone, platform: 'ios' }, { token })
  await app.call(ownNotifications.deviceCode, { token: phone }, { token })
  await erase(user_id)
  expect(await keys()).toEqual([])
})

it('mails that are kept are found in each spelling of the address that finds its account', () => {
  expect(digestOfAddress('Ada.O`Neill@example.com')).toBe(digestOfAddress("ada.o'neill@example.com"))
})
