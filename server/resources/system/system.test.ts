import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keys } from '#contract/keys.ts'
import { system } from '#contract/system.ts'
import { OutsideFault } from '../../errors.ts'
import { housekeepingJobs } from '../../housekeeping/housekeeping.ts'
import { folderMailer } from '../../integrations/mail/mailer.ts'
import { holdService } from '../../jobs/holds.ts'
import { runNextJob } from '../../jobs/jobs.ts'
import { ADMIN, buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { mailLater } from '../letters.ts'

let app: TestApp
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  app = await buildTestApp()
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)
const names = async () =>
  (await app.app.inject('/readyz')).json<{ conditions: { name: string }[] }>().conditions.map(({ name }) => name)
const refused = () => Promise.reject(new OutsideFault('mail', 'recipient', '550 no such user'))

it('A job that was given up stays said, however long, until it is tried again or dismissed', async () => {
  await mailLater(app.db, 'invitation', {})
  await runNextJob(app.db, { mail: refused }, app.deps.log)
  expect(await names()).toContain('jobs_given_up')
  later(40 * 86_400)
  const { settings, files } = app.deps
  const house = housekeepingJobs({ db: app.db, files, lifetime: settings, historyDays: 730 }, app.deps.log)
  for (const work of Object.values(house)) await work()
  expect(await names()).toContain('jobs_given_up')
  const token = await app.signIn()
  const { jobs } = (await app.call(system.status, {}, { token })).data
  expect(jobs).toMatchObject({ failing: 0, given_up: 1, last_given_up_at: expect.any(String) })
  const until = jobs.last_given_up_at as string

  expect((await app.call(system.givenUp, { until, again: true }, { token })).message).toBe('Trying 1 job again.')
  expect(await names()).not.toContain('jobs_given_up')
  await runNextJob(app.db, { mail: refused }, app.deps.log)
  expect((await app.call(system.givenUp, { until, again: false }, { token })).message).toBe('There were no jobs left.')
  expect(await names()).toContain('jobs_given_up')
  const now = (await app.call(system.status, {}, { token })).data.jobs.last_given_up_at as string
  expect((await app.call(system.givenUp, { until: now, again: false }, { token })).message).toBe('Dismissed 1 job.')
  expect(await names()).not.toContain('jobs_given_up')
})

describe('mails that are kept, as none are sent', () => {
  const keep = async (forHandOver: boolean, to: string) => {
    const send = folderMailer(join(app.dataDir, 'mail'), 'office@example.com', { info: () => {} })
    await send({ to, subject: `To ${to}`, text: 'The code is 123456.' }, forHandOver)
  }
  const read = async () => (await app.call(system.keptMails, {})).data.mails.map(({ to, text }) => [to, text])
  beforeEach(async () => {
    await app.close()
    app = await buildTestApp({ SMTP_URL: '' })
  })

  it('are listed with their texts, the newest first, but for those to colleagues', async () => {
    for (const [handOver, to] of [
      [true, 'owner@example.com'],
      [false, ADMIN.email],
      [false, 'colleague@example.com'],
    ] as const)
      await keep(handOver, to)
    expect(await read()).toEqual([
      ['colleague@example.com', null],
      [ADMIN.email, 'The code is 123456.'],
      ['owner@example.com', 'The code is 123456.'],
    ])
    const { data } = await app.call(system.keptMails, {})
    expect(data).toMatchObject({ total: 3, mails: [{ file: expect.stringMatching(/\/mail\/.+\.eml$/) }, {}, {}] })
  })

  it('want a fresh proof, as a stolen session would read codes', async () => {
    later(360)
    expect((await app.refusal(system.keptMails, {})).status).toBe(403)
  })

  it('are closed to programs, however much their keys allow', async () => {
    const expires_at = new Date(Date.now() + 86_400_000).toISOString()
    const fields = {
      name: 'ERP',
      expires_at,
      scope: 'write',
      record_types: ['users', 'years'],
      may: ['delete', 'send'],
    }
    const { secret } = await app.call(keys.add, fields)
    expect((await app.refusal(system.keptMails, {}, { token: secret })).status).toBe(403)
  })
})

it('A service that is held is said while something waits for it, at once where it refuses us', async () => {
  await holdService(app.db, new OutsideFault('mail', 'set-up', '535 wrong password'))
  expect(await names()).not.toContain('mail_refused')
  await mailLater(app.db, 'invitation', {})
  expect(await names()).toContain('mail_refused')
  expect((await app.call(system.status, {})).data.conditions.slice(0, 1)).toMatchObject([
    { words: 'The mail server is refusing our setup, so no emails are being sent (1 job waiting): 535 wrong password' },
  ])
  await holdService(app.db, new OutsideFault('mail', 'later', 'ECONNREFUSED'))
  expect(await names()).not.toContain('mail_silent')
  later(901)
  expect(await names()).toContain('mail_silent')
})

it('says whether news has a sender, and until when what a restore has replaced is kept', async () => {
  expect((await app.call(system.status, {})).data).toMatchObject({ has_news_sender: false, replaced: [] })
  const file = 'back-office.db.before-2026-11-20T08-00-00'
  for (const name of [file, `${file}-wal`, 'api-key.before-2026-11-20T08-00-00'])
    writeFileSync(join(app.dataDir, name), '')
  const { replaced } = (await app.call(system.status, {})).data
  expect(replaced).toEqual([{ file, removed_on: '2026-12-20' }])
})
