import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { ADMIN, type RunningServer, startServer } from './server.ts'

/** A journey: a browser on a real server that all journeys share. Any complaint of the browser fails it. */
export const test = base.extend<{ complaints: string[] }, { server: RunningServer }>({
  server: [
    async ({}, use) => {
      const server = await startServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  page: async ({ page }, use) => {
    const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
    page.goto = async (...where) => {
      const response = await goto(...where)
      await settled(page)
      return response
    }
    page.reload = async (...how) => {
      const response = await reload(...how)
      await settled(page)
      return response
    }
    await use(page)
  },
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(String(error)))
      page.on('console', (message) => {
        // The browser itself reports each refused call; the journeys check how the page handles it.
        const refusal = /Failed to load resource: .*(4\d\d|ERR_INTERNET_DISCONNECTED)/.test(message.text())
        if (message.type() === 'error' && !refusal) complaints.push(message.text())
      })
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'

/**
 * Waits until the application shows a page and loads nothing. Checks in every frame: expectations check again only
 * after half a second or more. They say whether the right thing is shown.
 */
async function settled(page: Page) {
  const isSettled = () =>
    !document.getElementById('root') ||
    (document.querySelector('h1') && !document.querySelector('[aria-busy=true], [aria-label^=Loading]'))
  await page.waitForFunction(isSettled, undefined, { polling: 'raf', timeout: 5000 }).catch(() => {})
}

/**
 * Signs in with the call that the login page makes, without that page, and opens a page. Lists are reset to their
 * initial state, unless `asLeft`.
 */
export async function signIn(page: Page, path = '/dashboard', { asLeft = false } = {}) {
  const home = await (await page.request.get('/')).text()
  const { apiKey } = JSON.parse(/id="app-settings">(.*?)<\/script>/.exec(home)?.[1] ?? '{}') as { apiKey: string }
  const call = async <Data>(address: string, data: object, token = '') => {
    const answer = await page.request.post(`/api/v1/${address}`, { headers: { 'x-api-key': apiKey, token }, data })
    return ((await answer.json()) as { data: Data }).data
  }
  const { token } = await call<{ token: string }>('admin/users/login', ADMIN)
  if (!asLeft) {
    const { lists } = await call<{ lists: object }>('admin/preferences/get', {}, token)
    for (const list of Object.keys(lists)) {
      await call('admin/preferences/set', { list, columns: null, per_page: null, last: null }, token)
    }
  }
  // Put into its storage before the first page runs, and only then: no later page may find it again.
  const script = await page.addInitScript((token) => localStorage.setItem('token', token), token)
  await page.goto(path)
  await script.dispose()
  await settled(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Signs in through the login page and waits for the dashboard. */
export async function signInByHand(page: Page, { email, password } = ADMIN) {
  await page.goto('/')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'LOGIN' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
}

/** The row of a grid that shows this text. */
export const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** Opens the menu of a row. */
export const openActions = (row: Locator) => row.getByRole('button', { name: /^More actions for / }).click()

/** Chooses an action in the menu of a row. */
export async function chooseAction(row: Locator, action: string) {
  await openActions(row)
  await row.page().getByRole('menuitem', { name: action }).click()
}

/** Expects a toast with these words. */
export const expectToast = (page: Page, words: string | RegExp) =>
  expect(page.getByText(words, { exact: true }).last()).toBeVisible()
