import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { users } from '#contract/users.ts'
import { findSession } from '#server/auth/sessions.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { changePassword, signIn } from '#server/resources/account/account.service.ts'
import { resetPassword } from '#server/resources/account/forgotten-password.service.ts'
import { mailLater } from '#server/resources/letters.ts'
import * as owners from '#server/resources/owner/owner-account.service.ts'
import { NEW_PASSWORD_MAIL } from '#server/resources/users/users.service.ts'
import { ADMIN, buildTestApp, type TestApp } from '#server/testing/build-test-app.ts'
import { asPartOf } from '../server/records/open-change.ts'
import { changeBy } from '../server/testing/people.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const visitor = { token: null }
const ADDRESS = '203.0.113.9'
const HERE = { device: 'a browser', id: undefined, address: ADDRESS, language: null }
const OWNER = { name: 'Grace Hopper', email: 'grace@example.com', password: 'flow-matic-1!' }
const [ONE, OTHER] = ['quite-another-1?', 'quite-another-2?']

/** What is needed for a call that is overtaken by `other` right after it has read the hash of the password. */
function overtakenBy(other: () => Promise<unknown>) {
  let overtaken = false
  const db: Db = app.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (!overtaken && result.rows.some((row) => 'password_hash' in row)) {
        overtaken = true
        await other()
      }
      return result
    },
  })
  return { ...app.deps, db }
}

const statusOf = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    ({ status }) => status,
  )

const mySession = async () => {
  const session = await findSession(app.db, app.token, app.deps.settings)
  if (!session) throw new Error('nobody is signed in')
  return session
}
const changeMine = async (deps: Deps) => {
  const session = await mySession()
  return changePassword(deps, change(OTHER), session, HERE, asPartOf(deps.db, changeBy(session.actor)))
}
const change = (new_password: string) => ({ old_password: ADMIN.password, new_password })

async function resetByCode(new_password = OTHER) {
  await app.call(account.forgotPassword, { email: ADMIN.email }, visitor)
  await app.runJobs()
  const otp = /is (\d{6})/.exec(app.mails.at(-1)?.text ?? '')?.[1] ?? ''
  const fields = { email: ADMIN.email, otp, new_password, confirm_password: new_password }
  await app.call(account.resetPassword, fields, visitor)
}

const canSignIn = async (password: string) =>
  (await app.send(account.login, { ...ADMIN, password }, visitor)).statusCode

describe("an administrator's password that is changed meanwhile", () => {
  it.each([
    ['a change', () => app.call(account.editPassword, change(ONE))],
    ['a reset by code', () => resetByCode()],
  ])('opens no session for the old one: %s', async (_what, other) => {
    expect(await statusOf(signIn(overtakenBy(other), ADMIN, HERE))).toBe(422)
    const open = await app.db.selectFrom('sessions').select('token_hash').execute()
    expect(open.length).toBeLessThanOrEqual(1)
  })

  it('is changed by one of two', async () => {
    const deps = overtakenBy(() => app.call(account.editPassword, change(ONE)))
    expect(await statusOf(changeMine(deps))).toBe(422)
    expect([await canSignIn(ONE), await canSignIn(OTHER)]).toEqual([200, 422])
  })

  it('stays as the code has set it', async () => {
    const deps = overtakenBy(() => resetByCode(ONE))
    expect(await statusOf(changeMine(deps))).toBe(422)
    expect([await canSignIn(ONE), await canSignIn(OTHER)]).toEqual([200, 422])
  })

  it('makes codes worthless that were mailed before', async () => {
    await app.call(account.forgotPassword, { email: ADMIN.email }, visitor)
    await app.runJobs()
    const otp = /is (\d{6})/.exec(app.mails.at(-1)?.text ?? '')?.[1] ?? ''
    await app.call(account.editPassword, change(ONE))
    expect(
      await statusOf(
        resetPassword(
          app.deps,
          { email: ADMIN.email, otp, new_password: OTHER },
          HERE,
          asPartOf(app.db, changeBy({ _id: '' })),
        ),
      ),
    ).toBe(422)
  })
})

describe("an owner's password that is changed meanwhile", () => {
  const changed = { email: OWNER.email, old_password: OWNER.password }
  const changeTo = (new_password: string) =>
    app.call(ownerAccount.changePassword, { ...changed, new_password }, visitor)
  const ownerCanSignIn = async (password: string) =>
    (await app.send(ownerAccount.signIn, { email: OWNER.email, password }, visitor)).statusCode
  beforeEach(async () => {
    await app.call(ownerAccount.register, OWNER, visitor)
    await app.runJobs()
  })

  it('opens no session for the old one', async () => {
    expect(
      await statusOf(
        owners.signIn(
          overtakenBy(() => changeTo(ONE)),
          OWNER,
          HERE,
        ),
      ),
    ).toBe(422)
  })

  it('is changed by one of two', async () => {
    const deps = overtakenBy(() => changeTo(ONE))
    expect(
      await statusOf(
        owners.changePassword(
          deps,
          { ...changed, new_password: OTHER },
          HERE,
          asPartOf(deps.db, changeBy({ _id: '' })),
        ),
      ),
    ).toBe(422)
    expect([await ownerCanSignIn(ONE), await ownerCanSignIn(OTHER)]).toEqual([200, 422])
  })

  it('is not replaced by the mail of a reset that comes once more', async () => {
    const user_id = (await app.call(users.list, {})).data[0]?._id ?? ''
    await app.call(users.resetPassword, { user_id })
    await app.runJobs()
    const old_password = /The new one is (\S+)/.exec(app.mails.at(-1)?.text ?? '')?.[1] ?? ''
    await app.call(ownerAccount.changePassword, { email: OWNER.email, old_password, new_password: ONE }, visitor)
    const sent = () => app.mails.filter(({ subject }) => subject === 'Your new password').length
    await mailLater(app.db, NEW_PASSWORD_MAIL, { user_id })
    await app.runJobs()
    expect([sent(), await ownerCanSignIn(ONE)]).toEqual([1, 200])
  })
})

describe('whose password was changed', () => {
  const toldAfter = async (work: () => Promise<unknown>) => {
    await app.runJobs()
    const before = app.mails.length
    await work()
    await app.runJobs()
    return app.mails.slice(before)
  }
  const told = (to: string) => [{ to, subject: 'Your password was changed' }]

  it('is told by mail, without the password, and never of a change that was refused', async () => {
    const byAdmin = await toldAfter(() => app.call(account.editPassword, change(ONE)))
    expect(byAdmin).toMatchObject(told(ADMIN.email))
    const byCode = await toldAfter(() => resetByCode())
    expect(byCode.at(-1)).toMatchObject(told(ADMIN.email)[0] ?? {})
    await app.call(ownerAccount.register, OWNER, visitor)
    const change2 = { email: OWNER.email, old_password: OWNER.password, new_password: ONE }
    const byOwner = await toldAfter(() => app.call(ownerAccount.changePassword, change2, visitor))
    expect(byOwner).toMatchObject(told(OWNER.email))
    expect(JSON.stringify([byAdmin, byCode.at(-1), byOwner])).not.toMatch(/quite-another|flow-matic/)
    expect(await toldAfter(() => app.refusal(ownerAccount.changePassword, change2, visitor))).toEqual([])
  })
})
