import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { administrators, invitations } from '#contract/administrators.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { secondFactor } from '#contract/sign-in.ts'
import { currentStep, totpCode } from '../../auth/totp.ts'
import { ADMIN, buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addAnotherAdmin } from '../../testing/people.ts'
import { brokenBy } from '../../testing/take-over-play.ts'
import { acceptWith, GRACE, PASSWORD, teamOf, visitor } from '../../testing/team.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

/** A few among the tests; faults/take-over.test.ts makes many, on both databases. */
const TAKE_OVERS = Number(process.env.TAKE_OVERS ?? 6)

const MALLORY = { name: 'Mallory', email: 'mallory@evil.example' }
const linkIn = (pattern: RegExp, to: string) =>
  app.mails.map((mail) => (mail.to === to ? pattern.exec(mail.text)?.[1] : undefined)).findLast(Boolean) ?? ''
const mailed = async (pattern: RegExp, to: string) => {
  await app.runJobs()
  return linkIn(pattern, to)
}
const setUpFactor = async (token: string) => {
  const { secret } = (await app.call(secondFactor.totpBegin, {}, { token })).data
  await app.call(secondFactor.totpConfirm, { code: totpCode(secret, currentStep()) }, { token })
}
const statesNow = async () =>
  Object.fromEntries(
    (await app.call(administrators.list, {}, { token: await signInAgain() })).data.map((one) => [
      one.email,
      one.status,
    ]),
  )
const AGAIN = 'mine-again-2026!'
const signInAgain = async () => {
  const otp = await mailed(/is (\d{6})/, ADMIN.email)
  const fields = { email: ADMIN.email, otp, new_password: AGAIN, confirm_password: AGAIN }
  await app.call(account.resetPassword, fields, visitor)
  return app.signIn({ email: ADMIN.email, password: AGAIN })
}

describe('a change of the team', () => {
  it('is mailed to all who are active and to the person, with a link only to who did it', async () => {
    await addAnotherAdmin(app, 'Cora')
    const team = teamOf(app)
    const subjects = async () => {
      await app.runJobs()
      return app.mails
        .splice(0)
        .filter(({ subject }) => subject === 'A change in your team')
        .map(({ to, text }) => [to, text.split('\n\n')[1], text.includes('/not-me#')] as const)
        .sort(([one], [other]) => (one < other ? -1 : 1))
    }
    const ada = ADMIN.email
    const { _id } = await team.invite()
    const token = await team.mailedToken()
    const invited = `Administrator invited Grace Hopper (${GRACE.email}) to the team of the RV Owner Back-Office.`
    expect(await subjects()).toEqual([
      [ada, invited, true],
      ['cora@example.com', invited, false],
    ])
    await app.call(invitations.accept, acceptWith(token), visitor)
    const accepted = `Grace (${GRACE.email}) accepted the invitation and can sign in from now on.`
    expect((await subjects()).map(([to, what]) => [to, what])).toEqual(
      [ada, 'cora@example.com', GRACE.email].map((to) => [to, accepted]),
    )
    await app.call(administrators.edit, { administrator_id: _id, name: 'Rear Admiral' })
    const renamed = `Administrator changed the name of Grace to Rear Admiral (${GRACE.email}).`
    expect((await subjects()).map(([, what]) => what)).toEqual([renamed, renamed, renamed])
    await app.call(administrators.deactivate, { administrator_id: _id })
    expect(new Set((await subjects()).map(([to]) => to))).toEqual(new Set([ada, 'cora@example.com', GRACE.email]))
    await app.call(administrators.activate, { administrator_id: _id })
    expect((await subjects()).map(([, what]) => what)).toContain(
      `Administrator activated Rear Admiral (${GRACE.email}).`,
    )
    const other = await app.signIn({ email: GRACE.email, password: PASSWORD })
    await setUpFactor(other)
    await app.call(secondFactor.totpRemove, {}, { token: other })
    expect((await subjects()).map(([to]) => to)).toEqual([ada, 'cora@example.com'])
  })
})

describe('the link against a stranger', () => {
  it('suspends whom that one has invited, lets colleagues in again, and tells the team all else', async () => {
    const cora = await addAnotherAdmin(app, 'Cora')
    const stranger = { token: await app.signIn() }
    await app.call(administrators.invite, MALLORY, stranger)
    await app.call(
      invitations.accept,
      acceptWith(await mailed(/accept-invitation#(\S+)/, MALLORY.email), 'Mallory'),
      visitor,
    )
    const planted = { token: await app.signIn({ email: MALLORY.email, password: PASSWORD }) }
    const second = { name: 'Second', email: 'second@evil.example' }
    await app.call(administrators.invite, second, planted)
    await app.call(
      invitations.accept,
      acceptWith(await mailed(/accept-invitation#(\S+)/, second.email), 'Second'),
      visitor,
    )
    await setUpFactor(cora.token)
    await app.call(administrators.resetFactors, { administrator_id: cora.id }, planted)
    await app.call(administrators.deactivate, { administrator_id: cora.id }, planted)
    const { data: type } = await app.call(rvTypes.add, { name: 'Camper', seq_no: 1 }, planted)
    await setUpFactor(stranger.token)
    const link = await mailed(/not-me#(\S+)/, ADMIN.email)
    app.mails.length = 0
    const { message } = await app.call(secondFactor.notMe, { token: link }, visitor)
    expect(message).toBe(
      'The changes have been undone, and all sessions have been ended. Please choose a new password.',
    )
    for (const { token } of [stranger, planted]) expect((await app.refusal(account.me, {}, { token })).status).toBe(401)
    expect((await app.refusal(account.login, { email: MALLORY.email, password: PASSWORD }, visitor)).status).toBe(422)
    expect(await statesNow()).toEqual({
      [ADMIN.email]: 'ACTIVE',
      'cora@example.com': 'ACTIVE',
      [MALLORY.email]: 'INACTIVE',
      [second.email]: 'INACTIVE',
    })
    const told = app.mails.find(
      ({ to, subject }) => to === 'cora@example.com' && subject === 'A change in your team',
    )?.text
    expect(told).toContain(`- Mallory (${MALLORY.email})`)
    expect(told).toContain('- Cora (cora@example.com)')
    expect(told).toContain('Mallory added RV type “Camper”')
    expect(told).toContain(
      'The stranger removed the second factors of these colleagues; please set up new ones:\n- Cora (cora@example.com)',
    )
    // All of it was done with the account that the intruder let in.
    expect(told).toMatch(/See and undo it here:\n- \S+\/recent-changes\?by=Mallory\n/)
    expect(type.name).toBe('Camper')
  })

  it('gives drafts another key than the one that the stranger has got', async () => {
    const stranger = { token: await app.signIn() }
    const keyOf = async (as: { token: string }) => (await app.call(account.draftKey, {}, as)).data.key
    const known = await keyOf(stranger)
    expect(await keyOf({ token: app.token })).toBe(known)
    expect(Buffer.from(known, 'base64url')).toHaveLength(32)
    await setUpFactor(stranger.token)
    await app.call(secondFactor.notMe, { token: await mailed(/not-me#(\S+)/, ADMIN.email) }, visitor)
    const own = await keyOf({ token: await signInAgain() })
    expect(own).not.toBe(known)
    const stored = JSON.stringify(await app.db.selectFrom('secrets').selectAll().execute())
    expect(stored).not.toContain(own)
  })

  it('brings the address back from an invitation that was withdrawn, and from an account of the stranger', async () => {
    for (const withdraws of [true, false]) {
      const stranger = { token: await app.signIn(withdraws ? ADMIN : { email: ADMIN.email, password: AGAIN }) }
      await app.call(account.editEmail, { email: `mine${withdraws}@evil.example` }, stranger)
      const confirm = await mailed(/confirm-email#(\S+)/, `mine${withdraws}@evil.example`)
      await app.call(account.confirmEmail, { token: confirm }, visitor)
      const link = await mailed(/not-me#(\S+)/, ADMIN.email)
      const { data: taken } = await app.call(administrators.invite, { name: 'Ada', email: ADMIN.email }, stranger)
      if (withdraws) await app.call(administrators.withdraw, { administrator_id: taken._id }, stranger)
      else {
        const { data } = await app.call(administrators.invitationLink, { administrator_id: taken._id }, stranger)
        await app.call(invitations.accept, acceptWith(data.link.split('#').at(-1) ?? ''), visitor)
      }
      app.mails.length = 0
      const { data } = await app.call(secondFactor.notMe, { token: link }, visitor)
      expect(data).toEqual({ email: ADMIN.email })
      expect((await statesNow())[ADMIN.email]).toBe('ACTIVE')
    }
  })

  it('deactivates the account, and says so, where a colleague has its address by now', async () => {
    const stranger = { token: await app.signIn() }
    const cora = await addAnotherAdmin(app, 'Cora')
    await app.call(account.editEmail, { email: 'mine@evil.example' }, stranger)
    await app.call(account.confirmEmail, { token: await mailed(/confirm-email#(\S+)/, 'mine@evil.example') }, visitor)
    const link = await mailed(/not-me#(\S+)/, ADMIN.email)
    await app.db.updateTable('admins').set({ email: ADMIN.email }).where('id', '=', cora.id).execute()
    app.mails.length = 0
    const { data, message } = await app.call(secondFactor.notMe, { token: link }, visitor)
    expect(data).toEqual({ email: ADMIN.email, is_deactivated: true })
    expect(message).toMatch(/email address, so your account has none and is deactivated\. .* another address\.$/)
    const [kept] = await app.db.selectFrom('changes').select('message').orderBy('id', 'desc').limit(1).execute()
    expect(kept?.message).toBe('The changes have been undone, and all sessions have been ended.')
    // Activating it must not let the intruder in, who would get a code.
    await app.db.updateTable('admins').set({ status: 'ACTIVE' }).where('name', '=', 'Administrator').execute()
    await app.call(account.forgotPassword, { email: 'mine@evil.example' }, visitor)
    await app.runJobs()
    expect(app.mails.some(({ subject }) => subject === 'Your code to reset the password')).toBe(false)
    await app.db.updateTable('admins').set({ status: 'INACTIVE' }).where('name', '=', 'Administrator').execute()
    await app.runJobs()
    expect(app.mails.some(({ text }) => /\d{6}/.test(text) && text.includes('code'))).toBe(false)
    const rows = await app.call(administrators.list, {}, cora)
    expect(rows.data.find(({ name }) => name === 'Administrator')?.status).toBe('INACTIVE')
  })

  it('leaves what was done to the team before the stranger signed in', async () => {
    const team = teamOf(app)
    await team.invite()
    await team.accept()
    await new Promise((wait) => setTimeout(wait, 5))
    const stranger = await app.signIn()
    await setUpFactor(stranger)
    await app.call(secondFactor.notMe, { token: await mailed(/not-me#(\S+)/, ADMIN.email) }, visitor)
    expect(await statesNow()).toEqual({ [ADMIN.email]: 'ACTIVE', [GRACE.email]: 'ACTIVE' })
  })

  it('leaves a stranger nothing, whatever that one did, and lets the person in', async () => {
    expect(await brokenBy(TAKE_OVERS)).toBeUndefined()
  })
})
