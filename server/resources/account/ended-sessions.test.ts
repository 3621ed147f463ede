import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { account } from '#contract/account.ts'
import { administrators } from '#contract/administrators.ts'
import { SESSION_ENDED } from '#contract/endpoint.ts'
import { sessions } from '#contract/sign-in.ts'
import { deleteExpiredSessions } from '../../auth/sessions.ts'
import { sha256 } from '../../auth/tokens.ts'
import { ADMIN, buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addAnotherAdmin } from '../../testing/people.ts'
import { runAdminCommand } from '../administrators/by-command.service.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const NEW_PASSWORD = 'flow-matic-1!'
const HOUR = 3_600_000
const visitor = { token: null }
const command = (...words: string[]) => runAdminCommand({ db: app.db, publicUrl: 'https://back.example' }, words)
const refusalOf = async (token: string) => {
  const { status, message, data } = await app.refusal(account.me, {}, { token })
  return { status, message, data }
}
const ended = { status: 401, message: SESSION_ENDED, data: { ended: true } }
const expired = { status: 401, message: SESSION_ENDED, data: undefined }

/** The latest matching mail. */
async function mailed(what: RegExp) {
  await app.runJobs()
  return what.exec(app.mails.findLast(({ text }) => what.test(text))?.text ?? '')?.[1] ?? ''
}

const ways: [string, (token: string) => Promise<unknown>][] = [
  ['by its own logout', (token) => app.call(account.logout, {}, { token })],
  [
    'by name',
    async () => {
      const { data } = await app.call(sessions.list, {})
      await app.call(sessions.end, { session_id: data.find(({ is_current }) => !is_current)?._id })
    },
  ],
  ['with all others', () => app.call(sessions.end, { others: true })],
  [
    'by the mailed link',
    async () => app.call(sessions.endByLink, { token: await mailed(/end-session#(\S+)/) }, visitor),
  ],
  [
    'by a changed password',
    () => app.call(account.editPassword, { old_password: ADMIN.password, new_password: NEW_PASSWORD }),
  ],
  [
    'by a reset password',
    async () => {
      await app.call(account.forgotPassword, { email: ADMIN.email }, visitor)
      const otp = await mailed(/is (\d{6})/)
      const fields = { email: ADMIN.email, otp, new_password: NEW_PASSWORD, confirm_password: NEW_PASSWORD }
      await app.call(account.resetPassword, fields, visitor)
    },
  ],
  ['by whoever runs the server', () => command('reset', ADMIN.email)],
]

describe('a session that somebody has ended', () => {
  it.each(ways)('%s, is told from one that has expired', async (_how, end) => {
    const { data } = await app.call(account.login, ADMIN, { ...visitor, address: '198.51.100.4' })
    const token = 'token' in data ? data.token : ''
    await end(token)
    expect(await refusalOf(token)).toEqual(ended)
    const rows = JSON.stringify(await app.db.selectFrom('ended_sessions').selectAll().execute())
    expect([rows.includes(sha256(token)), rows.includes(token)]).toEqual([true, false])
  })

  it('is one of somebody who was deactivated, also by whoever runs the server', async () => {
    const [grace, joan] = [await addAnotherAdmin(app, 'Grace'), await addAnotherAdmin(app, 'Joan')]
    await app.call(administrators.deactivate, { administrator_id: grace.id })
    await command('deactivate', joan.email)
    expect([await refusalOf(grace.token), await refusalOf(joan.token)]).toEqual([ended, ended])
  })

  it('is known by the token before it was rotated as well', async () => {
    const token = await app.signIn()
    await app.db
      .updateTable('sessions')
      .set({ former_hash: sha256('former') })
      .where('token_hash', '=', sha256(token))
      .execute()
    await app.call(account.logout, {}, { token })
    expect(await refusalOf('former')).toEqual(ended)
  })

  it('leaves the others alone', async () => {
    const token = await app.signIn()
    await app.call(account.logout, {}, { token })
    await app.call(account.me, {})
    expect(await app.db.selectFrom('ended_sessions').selectAll().execute()).toHaveLength(1)
  })

  it('is remembered for as long as it could have lived', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const lifetime = { sessionIdleHours: 12, sessionMaxDays: 7 }
    const token = await app.signIn()
    await app.call(account.logout, {}, { token })
    vi.setSystemTime(Date.now() + 7 * 24 * HOUR - 1000)
    await deleteExpiredSessions(app.db, lifetime)
    expect(await refusalOf(token)).toEqual(ended)
    vi.setSystemTime(Date.now() + 2000)
    await deleteExpiredSessions(app.db, lifetime)
    expect(await refusalOf(token)).toEqual(expired)
  })
})

describe('a session that has ended by itself', () => {
  it('is no ended one, before and after it was deleted', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + 12 * HOUR + 1000)
    expect(await refusalOf(app.token)).toEqual(expired)
    expect(await refusalOf(app.token)).toEqual(expired)
    expect(await refusalOf('unknown')).toEqual(expired)
    expect((await app.refusal(account.me, {}, visitor)).data).toBeUndefined()
  })
})

describe('admin/users/draft_key', () => {
  it('is 32 bytes, the same in each session of one administrator, and another for another', async () => {
    const grace = await addAnotherAdmin(app, 'Grace')
    const { data: mine } = await app.call(account.draftKey, {})
    const { data: again } = await app.call(account.draftKey, {}, { token: await app.signIn() })
    const { data: hers } = await app.call(account.draftKey, {}, grace)
    expect(again).toEqual(mine)
    expect([hers.admin_id, hers.key === mine.key]).toEqual([grace.id, false])
    expect(Buffer.from(mine.key, 'base64url')).toHaveLength(32)
  })
})
