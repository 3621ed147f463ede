import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
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
