import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { firstStepNames, firstSteps } from '#contract/first-steps.ts'
import { type Condition, system } from '#contract/system.ts'
import { fakeApi, inOrder } from '#web/testing/fake-api.ts'
import { ada, renderScreen } from '#web/testing/render-screen.tsx'
import { DashboardScreen } from './dashboard-screen.tsx'

describe('the dashboard', () => {
  it('shows the eight counters as links to what they count, in their order', () => {
    fakeApi()
    renderScreen(<DashboardScreen />, { path: '/dashboard' })
    const links = screen.getAllByRole('link').filter((link) => link.textContent !== 'Home')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
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
  const part = within(await screen.findByRole('region', { name: 'Attention' }))
  expect(part.getByRole('list')).toHaveTextContent(/^A critical\.CriticalAct\.A warning\.WarningAct\.$/)
  expect(part.getByRole('link', { name: 'Open System' })).toHaveAttribute('href', '/system')
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
    expect(steps.getByText('2 of 10 done')).toBeVisible()
    expect(
      steps
        .getAllByRole('listitem')
        .slice(0, 2)
        .map((step) => step.textContent),
    ).toEqual(['Add RV types Done', 'Add years Done'])
    expect(steps.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Add models', '/models?new'],
      ['Add topics', '/topics?new'],
      ['Add an owner’s manual', '/manuals?new'],
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
