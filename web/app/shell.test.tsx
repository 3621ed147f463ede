import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { account } from '#contract/account.ts'
import { changes } from '#contract/changes.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { users } from '#contract/users.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { aChange, aChangedRecord, pageOfRows } from '#web/testing/rows.ts'
import { RouteError } from './route-error.tsx'
import { routes } from './routes.tsx'

async function open(path = '/blank') {
  const api = fakeApi()
  api.answers(manualPages.list, pageOfRows([]))
  api.answers(users.list, pageOfRows([]))
  const rendered = renderScreen(routes, { path })
  const nav = await screen.findByRole('navigation', { name: 'Main' })
  return { api, nav: within(nav), ...rendered }
}

describe('the frame', () => {
  it('lists the screens in their order, the manuals in a group of their own, and a line above what the product adds', async () => {
    const { nav, user } = await open()
    const names = () => nav.getAllByRole('link').map((link) => link.textContent)
    expect(names().slice(0, 5)).toEqual(['Dashboard', 'RV Types', 'Models', 'Slider Images', 'App Menus'])
    expect(names().slice(-3)).toEqual(['Manage Notifications', 'Model-year rollover', 'Campaigns'])
    expect(names().slice(5, 7)).toEqual(['Years', 'Users'])
    const group = nav.getByRole('button', { name: 'Manage Manuals' })
    expect(group).toHaveAttribute('aria-expanded', 'false')
    await user.click(group)
    const below = names().indexOf('CMS Pages') + 1
    expect(names().slice(below, below + 4)).toEqual(['Topics', 'Sub Topics', 'Manuals', 'Manual Pages'])
  })

  it('marks where the person is and opens the group around it', async () => {
    const { nav } = await open('/manual-pages')
    expect(nav.getByRole('link', { current: 'page' })).toHaveTextContent('Manual Pages')
    expect(nav.getByRole('button', { name: 'Manage Manuals' })).toHaveAttribute('aria-expanded', 'true')
  })

  it('has programs and safety in a group that is closed until it is opened once', async () => {
    const { nav, user, unmount } = await open()
    const group = nav.getByRole('button', { name: 'Programs and Safety' })
    expect(group).toHaveAttribute('aria-expanded', 'false')
    await user.click(group)
    expect(
      nav
        .getAllByRole('link')
        .map((link) => link.textContent)
        .slice(-7),
    ).toEqual([
      'Import',
      'Keys for programs',
      'Webhooks',
      'Recent changes',
      'Sign-in and security',
      'Administrators',
      'System',
    ])
    unmount()
    const again = await open('/users')
    expect(again.nav.getByRole('button', { name: 'Programs and Safety' })).toHaveAttribute('aria-expanded', 'true')
  })

  it('names the group in the breadcrumb of its pages, and marks their entry', async () => {
    const { nav } = await open('/import')
    expect(nav.getByRole('link', { current: 'page' })).toHaveTextContent('Import')
    const breadcrumb = within(await screen.findByRole('navigation', { name: 'Breadcrumb' }))
    expect(breadcrumb.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Home',
      'Programs and Safety',
      'Import records',
    ])
  })

  it('marks it as well when the address ends with a slash', async () => {
    const { nav } = await open('/manual-pages/')
    expect(nav.getByRole('link', { current: 'page' })).toHaveTextContent('Manual Pages')
  })

  it('names the page in heading, breadcrumb and tab, and moves the focus to the heading on navigation', async () => {
    const { nav, user } = await open()
    await user.click(nav.getByRole('link', { name: 'Manage Notifications' }))
    const heading = await screen.findByRole('heading', { level: 1, name: 'Manage Notification' })
    await waitFor(() => expect(heading).toHaveFocus())
    expect(document.title).toBe('Manage Notification · RV Owner Back-Office')
    const breadcrumb = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    expect(breadcrumb.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/dashboard')
    expect(breadcrumb.getByText('Manage Notification')).toHaveAttribute('aria-current', 'page')
  })

  it('folds its sidebar to icons that keep their names, and remembers it', async () => {
    const { user, unmount } = await open()
    await user.click(screen.getByRole('button', { name: 'Collapse sidebar' }))
    unmount()
    const { nav, user: again } = await open('/manual-pages')
    expect(screen.getByRole('button', { name: 'Expand sidebar' })).toBeVisible()
    expect(nav.getByRole('link', { name: 'RV Types' })).toHaveAttribute('href', '/rv-types')
    await again.click(nav.getByRole('button', { name: 'Manage Manuals' }))
    expect(await screen.findByRole('menuitem', { name: 'Manual Pages' })).toHaveAttribute('aria-current', 'page')
  })

  it('has its user menu, with the ways to the profile and out', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'User menu of Ada Lovelace' }))
    expect(await screen.findByRole('menuitem', { name: 'Logout' })).toBeVisible()
    await user.click(screen.getByRole('menuitem', { name: 'Edit Profile' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Edit Profile' })).toBeVisible()
  })

  it('follows the choice of light or dark and remembers it', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Theme' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Dark' }))
    expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark')
    expect(Object.values(localStorage)).toContain('dark')
  })

  it('lets the keyboard skip to the content', async () => {
    const { user } = await open()
    await user.tab()
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus()
    expect(screen.getByRole('main')).toHaveAttribute('id', 'content')
  })

  it('shows a saved name at once', async () => {
    const { api, user } = await open('/edit-profile')
    const data = { _id: 'admin-ada', name: 'Ada King', email: 'ada@example.com', avtar: null }
    api.answers(account.editProfile, { message: 'Profile updated successfully.', data })
    const name = await screen.findByRole('textbox', { name: 'Name' })
    await user.clear(name)
    await user.type(name, 'Ada King{Enter}')
    expect(await screen.findByRole('button', { name: 'User menu of Ada King' })).toBeVisible()
  })
})

describe('a screen that breaks', () => {
  const failing = (error: Error) => {
    const [root] = routes
    const broken = { path: '/broken', lazy: () => Promise.reject(error) }
    return [{ ...root, children: [{ errorElement: <RouteError inside />, children: [broken] }] }] as typeof routes
  }

  it('offers to reload when its part of the application could not be loaded', async () => {
    const api = fakeApi()
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    renderScreen(failing(new TypeError('Failed to fetch dynamically imported module: /assets/x.js')), {
      path: '/broken',
    })
    expect(await screen.findByRole('heading', { name: 'This page could not be loaded' })).toBeVisible()
    const reload = screen.getByRole('button', { name: 'Reload' })
    expect(reload).toBeEnabled()
    // A reload would lose what is left of the application.
    await waitFor(async () => {
      await api.losesConnection()
      expect(screen.getByText(/^You are offline, and this page has not been opened before\./)).toBeVisible()
    })
    expect(reload).toBeDisabled()
    api.online()
    fireEvent(window, new Event('online'))
    await waitFor(() => expect(reload).toBeEnabled())
    errors.mockClear()
  })

  it('says that something went wrong', async () => {
    fakeApi()
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    renderScreen(failing(new Error('A slip.')), { path: '/broken' })
    expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    errors.mockClear()
  })
})

describe('the clock', () => {
  it('opens the latest changes, their details, and the list of all', async () => {
    const { api, user, router } = await open()
    api.answers(changes.list, pageOfRows([aChange(), aChange({ _id: 'change-2', title: 'Recall', can_undo: false })]))
    api.answers(changes.get, { ...pageOfRows([aChangedRecord()]), change: aChange() })
    await user.click(screen.getByRole('button', { name: 'Recent changes' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Recent changes' }))
    await drawer.findByRole('button', { name: 'Ada Lovelace renamed RV type “Travel” to “Recall”' })
    expect(drawer.getByRole('heading', { name: /^\w+day \d+ November/ })).toBeVisible()
    expect(api.calls(changes.list)).toEqual([{ page: 1, per_page: 20 }])
    expect(drawer.getAllByRole('button', { name: /^Undo/ })).toHaveLength(1)

    await user.click(drawer.getByRole('button', { name: 'Ada Lovelace renamed RV type “Travel” to “Travel Trailer”' }))
    const details = within(
      await screen.findByRole('dialog', { name: 'Ada Lovelace renamed RV type “Travel” to “Travel Trailer”' }),
    )
    await details.findByRole('region', { name: 'Travel Trailer' })
    await user.click(details.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
    await user.click(drawer.getByRole('link', { name: 'All changes' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Recent changes' })).toBeVisible()
    expect(router.state.location.pathname).toBe('/recent-changes')
  })
})
