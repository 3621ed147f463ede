import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { type AttentionLine, dashboard } from '#contract/dashboard.ts'
import { firstStepNames, firstSteps } from '#contract/first-steps.ts'
import { manuals } from '#contract/manuals.ts'
import { notifications } from '#contract/notifications.ts'
import { type Condition, system } from '#contract/system.ts'
import { fakeApi, inOrder } from '#web/testing/fake-api.ts'
import { aNotification } from '#web/testing/people-rows.ts'
import { ada, renderScreen } from '#web/testing/render-screen.tsx'
import { aManual } from '#web/testing/rows.ts'
import { DashboardScreen } from './dashboard-screen.tsx'

describe('the dashboard', () => {
  it('shows the eight counters as links to what they count, in their order', () => {
    fakeApi()
    renderScreen(<DashboardScreen />, { path: '/dashboard' })
    const links = screen.getAllByRole('link').filter((link) => link.textContent !== 'Home')
    expect(links.slice(0, 8).map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['App Login Counts12,345', '/'],
      ['Registered Users2', '/users?page=1'],
      ['RV Management3', '/rv-management?page=1'],
      ['Dealers/Service4', '/rv-dealers?status=active'],
      ['Check Lists5', '/checklists-management?status=active'],
      ['Maintenance6', '/maintenance-item-management?status=active'],
      ['Owners Manual7', '/manual-pages?status=active'],
      ['Slider Images8', '/slider-images?status=active'],
    ])
  })

  it('reads the numbers', async () => {
    const api = fakeApi()
    api.answers(account.me, { message: 'Signed in', data: { ...ada, register_users_count: 1_000_000 } })
    renderScreen(<DashboardScreen />, { path: '/dashboard', me: null })
    expect(await screen.findByText('1,000,000')).toBeVisible()
  })

  it('offers another try when the numbers do not come', async () => {
    const api = fakeApi()
    api.refuses(account.me, 500, { message: 'Something went wrong on our side.' })
    const { user } = renderScreen(<DashboardScreen />, { path: '/dashboard', me: null })
    expect(await screen.findByText('Something went wrong on our side.')).toBeVisible()
    api.answers(account.me, { message: 'Signed in', data: ada })
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('12,345')).toBeVisible()
  })
})

it('names what needs attention, and leads to System', async () => {
  const api = fakeApi()
  const about = (severity: Condition['severity']) => ({
    name: severity,
    severity,
    words: `A ${severity}.`,
    remedy: 'Act.',
  })
  const conditions = [about('critical'), about('warning'), about('notice')]
  api.answers(system.status, { message: 'System', data: { ...inOrder, conditions } })
  renderScreen(<DashboardScreen />, { path: '/dashboard' })
  const part = within(await screen.findByRole('region', { name: 'Needs attention' }))
  expect(part.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
    'A critical.Act.Open System',
    'A warning.Act.Open System',
  ])
  expect(part.getByRole('link', { name: 'Open System: A critical.' })).toHaveAttribute('href', '/system')
})

describe('the first steps', () => {
  const some = firstStepNames.map((name, place) => ({ name, is_done: place < 2 }))
  function open() {
    const api = fakeApi()
    let is_shown = true
    api.answers(firstSteps.get, () => ({ message: '', data: { is_shown, steps: some } }))
    api.answers(firstSteps.dismiss, ({ dismissed }) => {
      is_shown = dismissed === false
      return { message: is_shown ? 'First steps are shown again.' : 'First steps dismissed.' }
    })
    return { api, ...renderScreen(<DashboardScreen />, { path: '/dashboard' }) }
  }

  it('say what is done, and lead to what is not, in order', async () => {
    open()
    const steps = within(await screen.findByRole('region', { name: 'First steps' }))
    expect(steps.getByText('2 of 12 done')).toBeVisible()
    expect(
      steps
        .getAllByRole('listitem')
        .slice(0, 2)
        .map((step) => step.textContent),
    ).toEqual(['Add RV types Done', 'Add years Done'])
    expect(steps.getAllByRole('heading', { level: 3 }).map((title) => title.textContent)).toEqual([
      'Catalogue',
      'Manuals',
      'Team and safety',
    ])
    expect(steps.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Add models', '/models?new'],
      ['Add topics', '/topics?new'],
      ['Add sub topics', '/sub-topics?new'],
      ['Add an owner’s manual', '/manuals?new'],
      ['Write the first page', '/manual-pages?new'],
      ['Write the terms and the privacy policy', '/cms-pages?new'],
      ['Invite a colleague', '/administrators?new'],
      ['Set up a second factor', '/sign-in-and-security'],
      ['Set up email', '/system#email'],
      ['Set up backups', '/system#backups'],
    ])
  })

  it('are dismissed, and come back by Undo', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Dismiss' }))
    expect(await screen.findByText('First steps dismissed.')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('region', { name: 'First steps' })).toBeVisible()
  })

  it('stay when they cannot be dismissed', async () => {
    const { api, user } = open()
    api.refuses(firstSteps.dismiss, 500, { message: 'Something went wrong on our side.' })
    await user.click(await screen.findByRole('button', { name: 'Dismiss' }))
    expect(await screen.findByText('Something went wrong on our side.')).toBeVisible()
    expect(screen.getByRole('region', { name: 'First steps' })).toBeVisible()
  })
})

describe('what needs attention', () => {
  const line = (more: Partial<AttentionLine>): AttentionLine => ({
    kind: 'rvs_without_serial',
    count: 23,
    title: '23 RVs without a serial number',
    link: '/rv-management?serial_no.op=is_empty',
    since: new Date().toISOString(),
    ...more,
  })
  const outdated = (place: number) =>
    line({
      kind: 'pdf_outdated',
      count: 1,
      title: `Truck Camper - ${place}: PDF out of date`,
      record_type: 'manuals',
      record_id: `m${place}`,
      link: `/manuals/m${place}`,
      action: 'generate_pdf',
    })
  const refused = line({
    kind: 'deliveries_failed',
    count: 7,
    title: 'Recall: 7 of 412 deliveries failed',
    record_type: 'notifications',
    record_id: 'n1',
    link: '/manage-notifications?view=sent&message=n1&state=failed',
    action: 'retry_deliveries',
  })
  async function open(lines: AttentionLine[]) {
    const api = fakeApi()
    api.answers(dashboard.attention, () => ({ message: '', data: lines }))
    const opened = renderScreen(<DashboardScreen />, { path: '/dashboard' })
    const part = within(await screen.findByRole('region', { name: 'Needs attention' }))
    await part.findAllByRole('listitem')
    return { api, part, ...opened }
  }

  it('says so where there is nothing', async () => {
    fakeApi()
    renderScreen(<DashboardScreen />, { path: '/dashboard' })
    expect(await screen.findByText('Nothing at the moment.')).toBeVisible()
    expect(await screen.findByText('Nothing yet.')).toBeVisible()
  })

  it('leads to what was counted', async () => {
    const { part } = await open([line({})])
    const links = part.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
    const href = '/rv-management?serial_no.op=is_empty'
    expect(links).toEqual([
      ['23 RVs without a serial number', href],
      ['Show', href],
    ])
    expect(part.getByText('just now')).toBeVisible()
  })

  it('folds more than three of a kind, and makes a PDF in place', async () => {
    const { api, part, user } = await open([1, 2, 3, 4, 5].map(outdated))
    api.answers(manuals.generate_pdf, { message: 'PDF generated successfully.', data: aManual() })
    expect(part.getAllByRole('button', { name: /^Generate/ })).toHaveLength(3)
    await user.click(part.getByRole('button', { name: 'Show 2 more' }))
    expect(part.getAllByRole('button', { name: /^Generate/ })).toHaveLength(5)
    await user.click(part.getByRole('button', { name: 'Generate: Truck Camper - 4: PDF out of date' }))
    expect(await screen.findByText('PDF generated successfully.')).toBeVisible()
    expect(api.calls(manuals.generate_pdf)).toEqual([{ manual_id: 'm4' }])
    await waitFor(() => expect(api.calls(dashboard.attention).length).toBeGreaterThan(1))
  })

  it('asks before it sends a message again', async () => {
    const { api, part, user } = await open([refused])
    api.answers(notifications.retry, { message: 'Sent again.', data: aNotification() })
    await user.click(part.getByRole('button', { name: 'Send again: Recall: 7 of 412 deliveries failed' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Retry failed' }))
    expect(dialog.getByText(/again to the 7 users for whom it failed/)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Send again' }))
    await waitFor(() => expect(api.calls(notifications.retry)).toEqual([{ notification_id: 'n1' }]))
  })

  it('puts a line off, for oneself or everybody, and back by Undo', async () => {
    const lines = [line({}), refused]
    const { api, part, user } = await open(lines)
    api.answers(dashboard.put_off, ({ put_off }) => {
      if (put_off) lines.shift()
      else lines.unshift(line({}))
      return { message: put_off ? 'Put off for 7 days for everyone.' : 'Shown again for everyone.' }
    })
    await user.click(part.getByRole('button', { name: 'More: 23 RVs without a serial number' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Put off for everyone' }))
    await waitFor(() => expect(part.queryByText('23 RVs without a serial number')).toBeNull())
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await part.findByText('23 RVs without a serial number')).toBeVisible()
    expect(api.calls(dashboard.put_off)).toEqual([
      { kind: 'rvs_without_serial', for_all: true, put_off: true },
      { kind: 'rvs_without_serial', for_all: true, put_off: false },
    ])
  })
})

it('shows trends as charts with their numbers for screen readers, or as tables', async () => {
  const api = fakeApi()
  const weeks = (count: number) => [
    { week: '2026-11-16', count },
    { week: '2026-11-23', count: count + 1 },
  ]
  api.answers(dashboard.trends, {
    message: '',
    data: {
      sign_ins: weeks(1200),
      new_users: weeks(0).map((week) => ({ ...week, count: 0 })),
      rvs_by_type: [{ rv_type: 'Toy Hauler', count: 12 }],
      messages: [{ week: '2026-11-23', sent: 412, opened: 99 }],
      is_complete: false,
    },
  })
  const { user } = renderScreen(<DashboardScreen />, { path: '/dashboard' })
  const part = within(await screen.findByRole('region', { name: 'Trends' }))
  const table = within(await part.findByRole('table', { name: 'Sign-ins to the app' }))
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'Week fromSign-ins',
    '11-16-20261,200',
    '11-23-20261,201',
  ])
  expect(part.getByText('None in this period.')).toBeVisible()
  expect(part.getByText('Earlier weeks are still being counted.')).toBeVisible()
  await user.click(part.getByRole('switch', { name: 'As tables' }))
  expect(part.getByRole('table', { name: 'Messages by recipient' })).toBeVisible()
  await user.click(part.getByRole('radio', { name: '52 weeks' }))
  await waitFor(() => expect(api.calls(dashboard.trends)).toEqual([{ weeks: 12 }, { weeks: 52 }]))
})
