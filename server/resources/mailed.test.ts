import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { administrators } from '#contract/administrators.ts'
import { NO_MAIL } from '#contract/app-settings.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { users } from '#contract/users.ts'
import { OutsideFault } from '../errors.ts'
import { holdService, releaseService } from '../jobs/holds.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { MAIL_IS_HELD } from './mailed.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp({ SMTP_URL: '' })
})
afterEach(() => app.close())

const OWNER = { name: 'Grace', email: 'grace@example.com', password: 'secret-word-1!' }

async function anOwner() {
  await app.call(ownerAccount.register, OWNER, { token: null })
  return (await app.db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id
}

const canSignIn = async (password: string) =>
  (await app.send(ownerAccount.signIn, { email: OWNER.email, password }, { token: null })).statusCode

it('while the mail server takes none, answers say that it waits, and not that it has been sent', async () => {
  await app.close()
  app = await buildTestApp()
  const { held, again } = await sentAround(() => holdService(app.db, new OutsideFault('mail', 'set-up', '535 no')))
  expect([new Set(held), again]).toEqual([new Set([MAIL_IS_HELD]), ['The invitation has been sent.', undefined]])
})

/** What two calls answer while mail is on hold, and afterwards. */
async function sentAround(hold: () => Promise<unknown>) {
  const answers = async (email: string) => [
    (await app.call(administrators.invite, { name: 'New', email })).message,
    (await app.call(account.forgotPassword, { email: 'ada@example.com' }, { token: null })).note,
  ]
  await hold()
  const held = await answers('one@example.com')
  await releaseService(app.db, 'mail')
  return { held, again: await answers('two@example.com') }
}

describe('where no mail is sent', () => {
  it('answers say so, to visitors as well, and alike for every account', async () => {
    const { message } = await app.call(administrators.invite, { name: 'New', email: 'new@example.com' })
    expect(message).toBe(`${NO_MAIL} Please hand over the invitation link.`)
    for (const email of ['ada@example.com', 'nobody@example.com']) {
      const answer = await app.call(account.forgotPassword, { email }, { token: null })
      expect(answer).toEqual({
        message: 'Reset password OTP has been sent to your email id.',
        note: 'This server sends no email. The mail is kept on it.',
      })
      const owners = await app.call(ownerAccount.forgotPassword, { email }, { token: null })
      expect(owners).toEqual({ message: `${NO_MAIL} Please contact support.` })
    }
  })

  it('an administrator gets the new password of an owner at once, and only once', async () => {
    const user_id = await anOwner()
    const first = await app.call(users.resetPassword, { user_id }, { idempotencyKey: 'one-press' })
    const password = first.data.new_password ?? ''
    expect(first).toMatchObject({
      message: 'New password has been sent to selected email id.',
      note: 'This server sends no email. Please hand over the new password.',
    })
    expect([await canSignIn(password), await canSignIn(OWNER.password)]).toEqual([200, 422])
    await app.runJobs()
    expect(await canSignIn(password)).toBe(200)
    const again = await app.call(users.resetPassword, { user_id }, { idempotencyKey: 'one-press' })
    expect(again.data.new_password).toBeUndefined()
    expect(again.message).toMatch(/^The password was already reset, and the new one was shown only then\./)
    expect(await canSignIn(password)).toBe(200)
    for (const table of ['users', 'jobs', 'activity', 'idempotency_keys', 'changes'] as const) {
      expect(JSON.stringify(await app.db.selectFrom(table).selectAll().execute())).not.toContain(password)
    }
  })
})

it('a mail with a code, which works for minutes only, goes before all that wait', async () => {
  await app.call(administrators.invite, { name: 'New', email: 'new@example.com' })
  await app.call(account.forgotPassword, { email: 'ada@example.com' }, { token: null })
  await anOwner()
  await app.runJobs()
  const subjects = app.mails.map(({ subject }) => subject)
  expect(subjects.slice(0, 2)).toEqual(['Your code to reset the password', 'Welcome'])
  expect(subjects).toContain('Your invitation')
})
