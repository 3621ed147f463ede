import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type SystemStatus, system } from '#contract/system.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { SystemScreen } from './system-screen.tsx'

const at = '2026-11-23T08:00:00.000Z'
const server = {
  _id: 'one',
  name: 'office-1:3000',
  release: '1.0.0',
  schema: '0001-release-1.0.0',
  started_at: at,
  seen_at: at,
  is_alive: true,
  is_paused: false,
  is_stopped: false,
  clock_offset_ms: 4,
  hears: true,
  is_this: true,
}
const status: SystemStatus = {
  conditions: [],
  servers: [server],
  database: { kind: 'PostgreSQL', version: '15.18', bytes: 3_221_225_472, schema: '0001-release-1.0.0' },
  backups: { last: at, problem: null, overdue: false, missing_files: 2, by: null },
  jobs: { waiting: 12, failing: 3, given_up: 1, last_given_up_at: at },
  failed_mails: [],
  failed_mail_count: 0,
  storage: { kind: 'disk', files: 1234, missing_files: 2, sweep_stopped: false, free_bytes: 10_737_418_240 },
}

function show(data: SystemStatus) {
  const api = fakeApi()
  api.answers(system.status, { message: 'System', data })
  return { api, ...renderScreen(<SystemScreen />, { path: '/system' }) }
}
const factOf = async (name: string) =>
  within(await screen.findByRole('region', { name: 'Backups' })).getByRole('row', { name: new RegExp(`^${name}`) })

it('shows the one server there is, database, backups, jobs and storage', async () => {
  show(status)
  const servers = await screen.findByRole('list', { name: 'Servers' })
  expect(servers).toHaveTextContent('office-1:3000RunningThis oneRelease 1.0.0, schema 0001-release-1.0.0.')
  expect(servers).not.toHaveTextContent(/clock|receiving/)
  expect(screen.getByText('PostgreSQL 15.18')).toBeVisible()
  expect(screen.getByText('3 GB')).toBeVisible()
  expect(screen.getByText('1,234 on disk')).toBeVisible()
  expect(await factOf('State')).toHaveTextContent('In order')
  expect(await factOf('Missing files')).toHaveTextContent('2')
  expect(screen.getByText('None.')).toBeVisible()
})

it('says how mail and backups are set up where they are not', async () => {
  const api = fakeApi({ sendsMail: false })
  api.answers(system.status, { message: 'System', data: { ...status, backups: null } })
  renderScreen(<SystemScreen />, { path: '/system' })
  expect(await screen.findByRole('region', { name: 'Set up email' })).toHaveTextContent('SMTP_URL=')
  expect(screen.getByRole('region', { name: 'Set up backups' })).toHaveTextContent('BACKUP_DIR=')
  expect(screen.getByText('None. Emails are written to files instead of being sent.')).toBeVisible()
})

it('says which server is gone, paused, deaf or off by its clock, and what backups and mails have met', async () => {
  show({
    ...status,
    servers: [
      server,
      { ...server, _id: 'two', name: 'office-2:3000', is_this: false, clock_offset_ms: -300_000, hears: false },
      { ...server, _id: 'three', name: 'office-3:3000', is_this: false, is_alive: false, hears: false },
      { ...server, _id: 'four', name: 'office-4:3000', is_this: false, is_paused: true },
    ],
    backups: { last: null, problem: 'disk full', overdue: true, missing_files: 0, by: 'office-3:3000' },
    failed_mails: [
      { _id: 'mail', kind: 'reset code', asked_at: at, attempts: 60, error: 'connect ECONNREFUSED', given_up: true },
    ],
    failed_mail_count: 21,
  })
  const rows = within(await screen.findByRole('list', { name: 'Servers' })).getAllByRole('listitem')
  expect(rows[1]).toHaveTextContent("Its clock is 300 seconds behind the database's. Please correct it.")
  expect(rows[1]).toHaveTextContent(
    'It is not receiving changes from the other servers, so open lists are refreshed every 15 seconds.',
  )
  expect(rows[2]).toHaveTextContent('Gone')
  expect(rows[2]).not.toHaveTextContent('receiving')
  expect(rows[3]).toHaveTextContent('Being updated')
  expect(await factOf('State')).toHaveTextContent('disk full')
  expect(await factOf('Made by')).toHaveTextContent('office-3:3000')
  expect(screen.getByText('21 emails could not be sent so far. The newest:')).toBeVisible()
  const mails = screen.getByRole('list', { name: 'Failed emails' })
  expect(mails).toHaveTextContent('Reset codeGiven up')
  expect(mails).toHaveTextContent(' 60 attempts.connect ECONNREFUSED')
})

it('forgets a server that is gone, once that is confirmed', async () => {
  const gone = { ...server, _id: 'three', name: 'office-3:3000', is_this: false, is_alive: false, is_stopped: true }
  const { api, user } = show({ ...status, servers: [server, gone] })
  api.answers(system.forgetServer, { message: 'Forgot office-3:3000.' })
  const servers = within(await screen.findByRole('list', { name: 'Servers' }))
  expect(servers.getByText('Stopped')).toBeVisible()
  await user.click(servers.getByRole('button', { name: /^Forget/ }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Forget' }))
  expect(await screen.findByText('Forgot office-3:3000.')).toBeVisible()
  expect(api.calls(system.forgetServer)).toEqual([{ server_id: 'three' }])
})

it('shows the emails that are kept where none are sent, with their texts, once somebody asks', async () => {
  const api = fakeApi({ sendsMail: false })
  api.answers(system.status, { message: 'System', data: status })
  const mail = { at, subject: 'Your code', file: '/data/mail/one.eml' }
  const mails = [
    { _id: 'one', ...mail, to: 'ada@example.com', text: 'The code is 123456.' },
    { _id: 'two', ...mail, to: 'grace@example.com', text: null },
  ]
  api.answers(system.keptMails, { message: 'Kept emails', data: { mails, total: 70 } })
  const { user } = renderScreen(<SystemScreen />, { path: '/system' })
  await user.click(await screen.findByRole('button', { name: 'Show Emails' }))
  const [own, other] = within(await screen.findByRole('list', { name: 'Kept emails' })).getAllByRole('listitem')
  expect(own).toHaveTextContent(/^Your codeTo ada@example.com, .+\/data\/mail\/one\.emlThe code is 123456\.$/)
  expect(other).toHaveTextContent('Only this person sees the text here.')
  expect(screen.getByText('70 emails, the newest first. These are the newest 2.')).toBeVisible()
})

it('goes on saying the state of the server that answers', async () => {
  show({ ...status, servers: [{ ...server, is_paused: true }] })
  expect(await screen.findByRole('list', { name: 'Servers' })).toHaveTextContent('Being updatedThis one')
})

it('marks what somebody should act on, and nothing else', async () => {
  const sweep_stopped = true
  show({ ...status, storage: { ...status.storage, kind: 'S3', sweep_stopped } })
  const warning = await screen.findByText('1,234 in S3; cleanup stopped: too many files belong to no record')
  const marked = (element: HTMLElement) => element.parentElement?.querySelector(':scope > svg') != null
  expect(marked(warning)).toBe(true)
  expect(marked(screen.getByText('3'))).toBe(true)
  expect(marked(screen.getByText('12'))).toBe(false)
})

it('says what there is not, or not yet', async () => {
  show({ ...status, backups: null, storage: { ...status.storage, files: null } })
  expect(await factOf('Scheduled backups')).toHaveTextContent('None')
  expect(screen.getByText('On disk, not counted yet')).toBeVisible()
})

it('says of when it is once it cannot be read again', async () => {
  const { api, client, user } = show(status)
  await screen.findByText('PostgreSQL 15.18')
  api.refuses(system.status, 503, { message: 'The server has a problem.' })
  void client.refetchQueries()
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^Showing data from \d\d-\d\d-\d{4}, .+\. It could not be refreshed\. The server has a problem\./,
  )
  expect(screen.getByText('PostgreSQL 15.18')).toBeVisible()
  api.answers(system.status, { message: 'System', data: status })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

describe('what needs attention', () => {
  const givenUp = {
    name: 'jobs_given_up',
    severity: 'warning',
    words: '1 job is given up.',
    remedy: 'Try it.',
  } as const
  const refused = {
    name: 'push_refused',
    severity: 'critical',
    words: 'Push is refused.',
    remedy: 'Check it.',
  } as const

  it('is named with what to do about it', async () => {
    show({ ...status, conditions: [refused, givenUp] })
    const list = await screen.findByRole('list', { name: 'Attention' })
    expect(list).toHaveTextContent('Push is refused.CriticalCheck it.')
    expect(list).toHaveTextContent('1 job is given up.WarningTry it.')
  })

  it('is nothing where everything is in order', async () => {
    show(status)
    expect(await screen.findByText('Everything is in order.')).toBeVisible()
  })

  it('is dealt with there: jobs are tried again or dismissed, devices removed, as they were seen', async () => {
    const { api, user } = show({ ...status, conditions: [refused, givenUp] })
    api.answers(system.givenUp, ({ again }) => ({ message: again ? 'Trying 1 job again.' : 'Dismissed 1 job.' }))
    api.answers(system.removeDevices, {
      message: 'For one day, every device that Firebase calls unregistered is removed.',
    })
    await user.click(await screen.findByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('Trying 1 job again.')).toBeVisible()
    const list = within(screen.getByRole('list', { name: 'Attention' }))
    await user.click(list.getByRole('button', { name: 'Dismiss' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Dismiss' }))
    expect(await screen.findByText('Dismissed 1 job.')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Remove Devices' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
    expect(
      await screen.findByText('For one day, every device that Firebase calls unregistered is removed.'),
    ).toBeVisible()
    expect(api.calls(system.givenUp)).toEqual([
      { until: at, again: true },
      { until: at, again: false },
    ])
  })
})

it('says that news has no sender, and what restores have replaced', async () => {
  const replaced = [{ file: 'back-office.db.before-2026-11-20T08-00-00', removed_on: '2026-12-20' }]
  show({ ...status, has_news_sender: false, replaced })
  expect(await screen.findByRole('region', { name: 'Set up news' })).toHaveTextContent('SENDER_NAME=')
  const row = screen.getByRole('row', { name: /^Replaced by a restore/ })
  expect(row).toHaveTextContent('back-office.db.before-2026-11-20T08-00-00 will be removed on 12-20-2026.')
})

it('says nothing of news that has a sender, or to a server of before', async () => {
  show({ ...status, has_news_sender: true, replaced: [] })
  await screen.findByRole('region', { name: 'Database' })
  expect(screen.queryByRole('region', { name: 'Set up news' })).toBeNull()
  expect(screen.queryByText('Replaced by a restore')).toBeNull()
})
