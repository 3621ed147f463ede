import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { account } from '#contract/account.ts'
import { appImages } from '#contract/app-images.ts'
import { clearToken, storedToken, storeToken } from '#web/api/session.ts'
import { readSettings } from '#web/api/settings.ts'
import { browserStorage, tabStorage } from '#web/storage/storage.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { forbiddenStorage, fullStorage } from '#web/testing/refusing-storage.ts'
import { ada, renderScreen } from '#web/testing/render-screen.tsx'
import { pageOfRows } from '#web/testing/rows.ts'
import { storedDrafts } from '#web/testing/stored-drafts.ts'
import { routes } from './routes.tsx'

const { _id, name, email, avtar } = ada
const meAnswer = { message: 'Signed in', data: ada }
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

const visit = (path: string) => renderScreen(routes, { path, me: null })
const visitSignedIn = (path: string) => renderScreen(routes, { path })

describe('the guards', () => {
  it.each(['/', '/login'])('show the login to visitors at %s', async (path) => {
    fakeApi()
    visit(path)
    expect(await screen.findByRole('button', { name: 'LOGIN' })).toBeVisible()
    expect(screen.queryByRole('navigation', { name: 'Main' })).not.toBeInTheDocument()
  })

  it.each(['/dashboard', '/edit-profile', '/rv-dealers', '/manage-notifications', '/blank'])(
    'send visitors from %s to the login',
    async (path) => {
      fakeApi()
      const { router } = visit(path)
      expect(await screen.findByRole('button', { name: 'LOGIN' })).toBeVisible()
      expect(router.state.location.pathname).toBe('/login')
    },
  )

  it.each(['/', '/login', '/forget-password', '/reset-password/ada%40example.com'])(
    'send who is signed in from %s to the dashboard',
    async (path) => {
      fakeApi()
      visitSignedIn(path)
      expect(await heading('Dashboard')).toBeVisible()
    },
  )

  it('open the page again that asked for the sign-in', async () => {
    const api = fakeApi()
    api.answers(account.login, { message: 'Logged in successful', data: { _id, name, email, avtar, token: 'new' } })
    api.answers(account.me, meAnswer)
    api.answers(appImages.list, pageOfRows([], 15, 2))
    const { router, user } = visit('/slider-images?page=2')
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com')
    await user.type(screen.getByLabelText('Password'), 'any{Enter}')
    expect(await heading('Slider Images')).toBeVisible()
    expect(router.state.location.search).toBe('?page=2')
    expect(api.headers(account.me)[0]?.get('token')).toBe('new')
  })

  it.each([
    ['/nowhere/at/all', '404', 'Sorry, the page you visited does not exist.'],
    ['/reset-password/%zz', '404', 'Sorry, the page you visited does not exist.'],
    ['/accept-invitation/%E0%A4%A', '404', 'Sorry, the page you visited does not exist.'],
    ['/unauthorized', '403', 'Sorry, you are not allowed to use this page.'],
  ])('leave the error page at %s open to everybody', async (path, title, message) => {
    fakeApi()
    visit(path)
    expect(await heading(title)).toBeVisible()
    expect(screen.getByText(message)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Go Back' })).toBeVisible()
  })

  it('move the focus to the heading once the administrator is known, not to a page that cannot be used yet', async () => {
    const api = fakeApi()
    api.answers(account.login, { message: 'Logged in successful', data: { _id, name, email, avtar, token: 'new' } })
    api.answers(account.me, meAnswer)
    const held = api.holds(account.me)
    const { user } = visit('/blank')
    await user.type(await screen.findByLabelText('Email'), email)
    await user.type(screen.getByLabelText('Password'), 'any{Enter}')
    const blank = await heading('Blank')
    expect(blank.closest('[inert]')).not.toBeNull()
    expect(blank).not.toHaveFocus()
    held.release(0)
    await waitFor(() => expect(blank).toHaveFocus())
    expect(blank.closest('[inert]')).toBeNull()
  })

  it('take Go Back home when there is nothing to go back to', async () => {
    fakeApi()
    const { user } = visitSignedIn('/nowhere')
    await user.click(await screen.findByRole('button', { name: 'Go Back' }))
    expect(await heading('Dashboard')).toBeVisible()
  })
})

describe('the start of a session', () => {
  it('shows the full-screen spinner while it loads and half a second longer', async () => {
    const api = fakeApi()
    let arrive = () => {}
    api.answers(account.me, () => new Promise((resolve) => (arrive = () => resolve(meAnswer))))
    storeToken('a-token')
    visit('/blank')
    await waitFor(() => expect(api.calls(account.me)).toHaveLength(1))
    expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible()

    vi.useFakeTimers()
    await act(async () => {
      arrive()
      await vi.advanceTimersByTimeAsync(450)
    })
    expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(100))
    vi.useRealTimers()
    expect(await heading('Blank')).toBeVisible()
    expect(screen.queryByRole('status', { name: 'Loading' })).not.toBeInTheDocument()
  })

  it('shows it for half a second after an answer that was there before the application', async () => {
    const api = fakeApi()
    api.answers(account.me, meAnswer)
    storeToken('an-early-token')
    const { api: base, apiKey } = readSettings()
    vi.useFakeTimers()
    const headers = { 'x-api-key': apiKey, token: 'an-early-token' }
    const url = `${base}/${account.me.path}?platform=web`
    const response = await fetch(url, { method: 'POST', headers, body: '{}' })
    const answer = response.json().then((json: unknown) => ({ status: 200, json }))
    vi.stubGlobal('earlyAnswer', { url, token: 'an-early-token', answer, arrivedAt: Date.now() })
    await act(() => vi.advanceTimersByTimeAsync(200))
    visit('/blank')
    await act(() => vi.advanceTimersByTimeAsync(250))
    expect(screen.getAllByRole('status', { name: 'Loading' })[0]).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(100))
    vi.useRealTimers()
    expect(await heading('Blank')).toBeVisible()
    expect(screen.queryByRole('status', { name: 'Loading' })).not.toBeInTheDocument()
    expect(api.calls(account.me)).toHaveLength(1)
  })

  it('loads the page behind the spinner', async () => {
    const api = fakeApi()
    api.answers(account.me, meAnswer)
    api.answers(appImages.list, pageOfRows([], 15, 2))
    storeToken('a-token')
    visit('/slider-images')
    await waitFor(() => expect(api.calls(appImages.list)).toHaveLength(1))
    expect(screen.getAllByRole('status', { name: 'Loading' })[0]).toBeVisible()
  })

  it.each([401, 404, 422])('ends where the server answers with %i', async (status) => {
    const api = fakeApi()
    api.refuses(account.me, status, { message: 'No.' })
    storeToken('a-stale-token')
    const { router } = visit('/dashboard')
    expect(await screen.findByRole('button', { name: 'LOGIN' })).toBeVisible()
    expect(router.state.location.pathname).toBe('/login')
    expect(storedToken()).toBeNull()
  })

  it.each([0, 429, 500, 503])(
    'outlives a server that answers with %i: says so, and tries again by itself',
    async (status) => {
      const api = fakeApi()
      api.refuses(account.me, status, { message: 'Out.' })
      storeToken('a-token')
      vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
      visit('/blank')
      expect(await screen.findByText(/You are still signed in; this page keeps trying\./)).toBeVisible()
      expect(storedToken()).toBe('a-token')
      api.answers(account.me, meAnswer)
      await act(() => vi.advanceTimersByTimeAsync(6000))
      expect(await heading('Blank')).toBeVisible()
    },
  )

  it('waits for a server that does not answer, and keeps the token', async () => {
    const api = fakeApi()
    api.refuses(account.me, 0, { message: 'Out.' })
    storeToken('a-token')
    const { user } = visit('/blank')
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(storedToken()).toBe('a-token')
    api.answers(account.me, meAnswer)
    await user.click(again)
    expect(await heading('Blank')).toBeVisible()
  })
})

describe('the end of a session', () => {
  it('comes with a 401 of any call: the login opens, then the same page again', async () => {
    const api = fakeApi()
    api.refuses(appImages.list, 401, { message: 'Please sign in again.' })
    api.answers(account.login, { message: 'Logged in successful', data: { _id, name, email, avtar, token: 'new' } })
    api.answers(account.me, meAnswer)
    const { user, client } = visitSignedIn('/slider-images')
    expect(await screen.findByRole('button', { name: 'LOGIN' })).toBeVisible()
    expect(storedToken()).toBeNull()
    expect(client.getQueryData([account.me.path, {}])).toBeUndefined()
    api.answers(appImages.list, pageOfRows([]))
    await user.type(screen.getByLabelText('Email'), 'ada@example.com')
    await user.type(screen.getByLabelText('Password'), 'any{Enter}')
    expect(await heading('Slider Images')).toBeVisible()
  })

  it('comes with Logout: the server is told, nothing stays behind, the login opens at /', async () => {
    const api = fakeApi()
    api.refuses(account.logout, 500)
    const { user, router } = visitSignedIn('/edit-profile')
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), ' King')
    await user.click(screen.getByRole('button', { name: /Ada Lovelace/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }))
    expect(await screen.findByRole('button', { name: 'LOGIN' })).toBeVisible()
    expect(router.state.location).toMatchObject({ pathname: '/', state: null })
    expect(api.headers(account.logout)[0]?.get('token')).toBe('a-session-token')
    expect(storedToken()).toBeNull()
    await waitFor(async () => expect(await storedDrafts()).toEqual([]))
  })

  it('comes with a logout in another tab', async () => {
    fakeApi()
    visitSignedIn('/blank')
    await heading('Blank')
    localStorage.clear()
    fireEvent(window, new StorageEvent('storage', { key: null }))
    expect(await screen.findByRole('button', { name: 'LOGIN' })).toBeVisible()
  })

  it('leaves what one person has read to nobody else', async () => {
    fakeApi()
    const { client } = visitSignedIn('/blank')
    await heading('Blank')
    act(() => clearToken('refused'))
    expect(client.getQueryCache().getAll()).toEqual([])
  })

  it('does not come with a 403, which opens its own page', async () => {
    const api = fakeApi()
    api.refuses(account.editPassword, 403, { message: 'Not yours.' })
    const { user } = visitSignedIn('/edit-profile')
    await user.type(await screen.findByLabelText('Old Password'), 'old')
    await user.type(screen.getByLabelText('New Password'), 'secret@1{Enter}')
    expect(await heading('403')).toBeVisible()
    expect(storedToken()).toBe('a-session-token')
  })
})

describe('a browser that stores nothing', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    for (const storage of [browserStorage, tabStorage]) for (const key of storage.keys()) storage.removeItem(key)
  })

  it.each([
    ['full', fullStorage],
    ['forbidden', forbiddenStorage],
  ])('lets people sign in and says for how long: %s', async (_why, refuse) => {
    refuse()
    const api = fakeApi()
    api.answers(account.login, { message: 'Logged in successful', data: { _id, name, email, avtar, token: 'new' } })
    api.answers(account.me, meAnswer)
    const { user } = visit('/login')
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com')
    await user.type(screen.getByLabelText('Password'), 'any{Enter}')
    expect(await heading('Dashboard')).toBeVisible()
    expect(
      await screen.findByText(/^Your browser stores nothing for this site, so you are signed in only until you reload/),
    ).toBeVisible()
    expect(api.headers(account.me)[0]?.get('token')).toBe('new')
  })
})
