import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { invitations, NOT_THE_LAST } from '#contract/administrators.ts'
import { changes } from '#contract/changes.ts'
import { secondFactor } from '#contract/sign-in.ts'
import { currentStep, totpCode } from '../../auth/totp.ts'
import { ADMIN, buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addAnotherAdmin } from '../../testing/people.ts'
import { acceptWith, visitor } from '../../testing/team.ts'
import { runAdminCommand } from './by-command.service.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const run = (...words: string[]) => runAdminCommand({ db: app.db, publicUrl: 'https://back.example' }, words)
const tokenIn = (text: string) => /https:\/\/back\.example\/accept-invitation#(\S+)$/.exec(text)?.[1] ?? ''

describe('npm run admin', () => {
  it('lists who there is', async () => {
    await run('add', 'grace@example.com')
    const [admin, grace] = (await run('list')).split('\n')
    expect(admin).toMatch(/^ada@example\.com, Administrator, active, no second factor, last sign-in 20/)
    expect(grace).toBe('grace@example.com, grace, invited, no second factor, last sign-in never')
  })

  it('adds by a link that works once, also of somebody who was invited already, and mails only the team', async () => {
    const first = tokenIn(await run('add', 'Grace@example.com'))
    const second = tokenIn(await run('add', 'grace@example.com'))
    expect((await app.refusal(invitations.get, { token: first }, visitor)).status).toBe(422)
    await app.call(invitations.accept, acceptWith(second), visitor)
    await app.runJobs()
    expect(new Set(app.mails.map(({ subject }) => subject))).toEqual(new Set(['A change in your team']))
    await expect(run('add', 'GRACE@example.com')).rejects.toThrow('There is already an administrator')
    const history = await app.call(changes.list, {})
    expect(history.data.at(-1)).toMatchObject({ by: { kind: 'system', name: 'npm run admin' }, can_undo: false })
  })

  it('lets somebody in again who has lost everything, and tells so by mail', async () => {
    const { secret } = (await app.call(secondFactor.totpBegin, {})).data
    await app.call(secondFactor.totpConfirm, { code: totpCode(secret, currentStep()) })
    for (let tried = 0; tried < 11; tried++) await app.refusal(account.login, { ...ADMIN, password: 'no' }, visitor)
    const said = await run('reset', ADMIN.email)
    expect(said).toContain('All sessions have been ended, and second factors were removed.')
    const password = /shown only once: (\S+)/.exec(said)?.[1] ?? ''
    expect((await app.refusal(account.me, {})).status).toBe(401)
    const token = await app.signIn({ email: ADMIN.email, password })
    const { data } = await app.call(secondFactor.status, {}, { token })
    expect(data).toEqual({ totp: false, passkeys: [], recovery_codes_left: 0, required: false })
    await app.runJobs()
    expect(app.mails.map(({ subject }) => subject)).toContain('Your password was changed')
    for (const table of ['activity', 'changes', 'jobs'] as const) {
      expect(JSON.stringify(await app.db.selectFrom(table).selectAll().execute())).not.toContain(password)
    }
  })

  it('deactivates and activates, but not the last one', async () => {
    await expect(run('deactivate', ADMIN.email)).rejects.toThrow(NOT_THE_LAST)
    const grace = await addAnotherAdmin(app, 'Grace')
    expect(await run('deactivate', grace.email)).toBe(`${grace.email} is inactive. All sessions have been ended.`)
    expect((await app.refusal(account.me, {}, grace)).status).toBe(401)
    const said = await run('reset', grace.email)
    expect(said).toContain('is inactive and cannot sign in until activated')
    expect(said).toContain('All sessions have been ended. Please choose a new password after signing in.')
    expect((await app.call(changes.list, {})).data[0]?.sentence).toMatch(
      /set a new password for administrator [^ ]+ .*\)$/,
    )
    await expect(run('deactivate', ADMIN.email)).rejects.toThrow(NOT_THE_LAST)
    expect(await run('activate', grace.email)).toBe(`${grace.email} is active.`)
    await run('deactivate', ADMIN.email)
  })

  it('refuses in words', async () => {
    await run('add', 'grace@example.com')
    const invited = /has not accepted the invitation yet/
    for (const command of ['reset', 'deactivate', 'activate']) {
      await expect(run(command, 'nobody@example.com')).rejects.toThrow('There is no administrator with the address')
      await expect(run(command, 'grace@example.com')).rejects.toThrow(invited)
    }
    await expect(run('add', 'nobody')).rejects.toThrow('Invalid email address')
    for (const words of [[], ['reset'], ['list', 'x'], ['add', 'a@example.com', 'b'], ['toString', 'x']]) {
      await expect(run(...words)).rejects.toThrow('please write: npm run admin -- list | add EMAIL')
    }
  })
})
