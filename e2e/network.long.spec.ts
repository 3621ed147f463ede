import type { Page, Route } from '@playwright/test'
import { expect, expectToast, rowOf, signIn, test } from './journey.ts'
import { ADMIN } from './server.ts'

const ADD = '**/admin/topics/add*'
const SEND = '**/admin/notifications/send*'
const cut = (route: Route) => route.abort('internetdisconnected')

async function typeTopic(page: Page, name: string) {
  await signIn(page, '/topics?new')
  const dialog = page.getByRole('dialog', { name: 'New Topic' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('textbox', { name: 'Sequence No.' }).fill('82')
  return { dialog, save: dialog.getByRole('button', { name: 'Save', exact: true }) }
}

/** Withholds the answer to the next call of `url` for good. `carriedOut` resolves when the server has given it. */
async function holdAnswer(page: Page, url: string) {
  const { promise: carriedOut, resolve } = Promise.withResolvers<void>()
  await page.route(
    url,
    async (route) => {
      await route.fetch()
      resolve()
    },
    { times: 1 },
  )
  return { carriedOut }
}

async function expectOnce(page: Page, name: string) {
  await page.goto(`/topics?name=${encodeURIComponent(name)}`)
  await expect(rowOf(page, name)).toHaveCount(1)
}

test('a save without a connection waits in its dialog and goes out by itself, once', async ({ page, context }) => {
  const { dialog, save } = await typeTopic(page, 'Cut off before')
  await context.setOffline(true)
  await save.click()
  await expect(
    dialog.getByText('You are offline. This will be saved automatically when you are back online.'),
  ).toBeVisible()
  await expect(page.getByText(/^Showing data from \d\d-\d\d-\d{4}/)).toBeVisible()
  await expect(page.getByRole('row').nth(3)).toBeAttached()
  await context.setOffline(false)
  await expectToast(page, 'Topic added successfully.')
  await expect(dialog).toBeHidden()
  await expectOnce(page, 'Cut off before')
})

test('a page that is opened for the first time without a connection is loaded when that is back', async ({
  page,
  context,
  complaints,
}) => {
  await signIn(page, '/topics')
  await context.setOffline(true)
  await page.getByRole('navigation').getByRole('link', { name: 'Years' }).click()
  await expect(page.getByText(/^You are offline, and this page has not been opened before\./)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Years' })).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Years' })).toBeVisible()
  complaints.length = 0
})

test('a save whose answer is lost with the connection is there once', async ({ page, context }) => {
  const { dialog, save } = await typeTopic(page, 'Cut off after')
  await page.route(
    ADD,
    async (route) => {
      await route.fetch()
      await context.setOffline(true)
      await cut(route)
    },
    { times: 1 },
  )
  await save.click()
  await expect(dialog.getByText(/^You are offline\. This will be saved/)).toBeVisible()
  await context.setOffline(false)
  await expectToast(page, 'Topic added successfully.')
  await expectOnce(page, 'Cut off after')
})

test('a save whose answer is cut in the middle is brought into view, and is there once when tried again', async ({
  page,
}) => {
  const { dialog, save } = await typeTopic(page, 'Cut in half')
  await page.route(
    ADD,
    async (route) => {
      const answer = await route.fetch()
      const body = await answer.text()
      await route.fulfill({ response: answer, body: body.slice(0, body.length / 2) })
    },
    { times: 1 },
  )
  await save.click()
  const alert = dialog.getByRole('alert').filter({ hasText: 'Network Problem' })
  await expect(alert).toBeInViewport()
  await expect(alert).toBeFocused()
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Cut in half')
  await save.click()
  await expectToast(page, 'Topic added successfully.')
  await expectOnce(page, 'Cut in half')
})

test('a save that is changed after its answer was lost does not act twice', async ({ page }) => {
  const { dialog, save } = await typeTopic(page, 'Lost and changed')
  await page.route(
    ADD,
    async (route) => {
      await route.fetch()
      await cut(route)
    },
    { times: 1 },
  )
  await save.click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Network Problem' })).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Lost and changed again')
  await save.click()
  await expect(dialog.getByText(/^Your first version was saved after all/)).toBeVisible()
  await expectOnce(page, 'Lost and changed')
})

test('a save whose answer is held gives up in words, and is there once when tried again', async ({ page }) => {
  await page.clock.install()
  const { dialog, save } = await typeTopic(page, 'Held')
  const { carriedOut } = await holdAnswer(page, ADD)
  await save.click()
  await expect(save).toHaveAttribute('data-loading', 'true')
  await carriedOut
  await page.clock.runFor(31_000)
  await expect(dialog.getByText(/so this may or may not have been saved\. Retrying is safe\./)).toBeVisible()
  await save.click()
  await expectToast(page, 'Topic added successfully.')
  await expectOnce(page, 'Held')
})

test('a refusal comes into view from the bottom of a long form', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 })
  await signIn(page, '/rv-dealers')
  await page
    .getByRole('button', { name: /^More actions for / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await page.route('**/admin/services/edit*', (route) =>
    route.fulfill({ status: 422, json: { message: 'The dealer cannot be saved right now.' } }),
  )
  const save = dialog.getByRole('button', { name: 'Save', exact: true })
  await save.scrollIntoViewIfNeeded()
  await save.click()
  const alert = dialog.getByRole('alert').filter({ hasText: 'The dealer cannot be saved right now.' })
  await expect(alert).toBeInViewport()
  // Nothing lies over it.
  await expect.poll(() => alert.evaluate(isOnTop)).toBe(true)
  await expect(alert).toBeFocused()
})

function isOnTop(element: Element) {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

async function writeMessage(page: Page, title: string) {
  await signIn(page, '/manage-notifications')
  await page
    .getByRole('checkbox', { name: /^Select / })
    .first()
    .check()
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('textbox', { name: 'Message' }).fill('Only once.')
  return page.getByRole('button', { name: 'Send', exact: true })
}

async function expectSentOnce(page: Page, title: string) {
  await expectToast(page, 'Notification has been sent.')
  await page.goto('/manage-notifications?view=sent')
  await expect(rowOf(page, title)).toHaveCount(1)
}

test('a message whose answer is lost with the connection goes out once', async ({ page, context }) => {
  const send = await writeMessage(page, 'Lost with the connection')
  await page.route(
    SEND,
    async (route) => {
      await route.fetch()
      await context.setOffline(true)
      await cut(route)
    },
    { times: 1 },
  )
  await send.click()
  await expect(page.getByText(/^You are offline\. This will be sent/)).toBeVisible()
  await context.setOffline(false)
  await expectSentOnce(page, 'Lost with the connection')
})

test('what comes before the application: a spinner at once, and words if it cannot be loaded', async ({
  page,
  complaints,
}) => {
  let fail = () => {}
  const failed = new Promise<void>((resolve) => (fail = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await failed
    await route.abort()
  })
  const opening = page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  fail()
  await expect(page.getByRole('alert')).toHaveText(
    'The back-office could not be loaded. Please check your connection and reload the page.',
  )
  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  await opening
  await expect(page.getByRole('button', { name: 'LOGIN' })).toBeVisible()
  complaints.length = 0
})

test('after a deployment, a tab that is still open says so where a part of it is gone, also on Ctrl+K', async ({
  page,
  complaints,
}) => {
  await signIn(page, '/blank')
  await page.route('**/assets/*', (route) => route.fulfill({ status: 404 }))
  await page.route('/', async (route) => {
    const answer = await route.fetch()
    const deployed = (await answer.text()).replace(/assets\/index-[\w-]+\.js/, 'assets/index-deployed.js')
    await route.fulfill({ response: answer, body: deployed })
  })
  await page.keyboard.press('Control+k')
  const notice = page.getByRole('alert').filter({ hasText: 'version' })
  await expect(notice).toHaveText('A new version is here · Reload')
  await expect(page.getByText('could not be loaded')).toBeHidden()
  await page.unrouteAll({ behavior: 'wait' })
  await notice.getByRole('button', { name: 'Reload' }).click()
  await expect(notice).toBeHidden()
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
  complaints.length = 0
})

test('a browser that forbids the site to store anything lets people sign in, and says for how long', async ({
  page,
}) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
    navigator.locks.request = () => Promise.reject(new DOMException('Access is denied.', 'SecurityError'))
  })
  await page.goto('/login')
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  const isLive = page.waitForRequest(/\/changes\/stream/)
  await page.getByRole('button', { name: 'LOGIN' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(
    page.getByText(/^Your browser stores nothing for this site, so you are signed in only until/),
  ).toBeVisible()
  await isLive
})
