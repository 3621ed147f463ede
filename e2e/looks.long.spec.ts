import type { Page } from '@playwright/test'
import { recordTypes } from '#contract/kinds.ts'
import { screenOf } from '#web/navigation/help.ts'
import { screens } from '#web/navigation/screens.ts'
import { expectAccessible, transitionsOver } from './accessibility.ts'
import { expect, signIn, test } from './journey.ts'
import { lists } from './lists.ts'

// They only look, so they need no order and no server of their own.
test.describe.configure({ mode: 'parallel' })

const visitorPages = [
  '/',
  '/forget-password',
  '/reset-password/ada%40example.com',
  '/accept-invitation#none',
  '/end-session#none',
  '/not-me#none',
  '/confirm-email#none',
  '/no-such-page',
  '/unauthorized',
]
const pages = [
  '/dashboard',
  '/edit-profile',
  ...lists,
  '/manage-notifications',
  '/recent-changes',
  '/sign-in-and-security',
  '/system',
  '/import',
  '/keys',
  '/webhooks',
  '/rollover',
  '/manuals?tab=coverage',
  '/manuals?tab=problems',
]

/** Transitions over, rows there. */
async function settle(page: Page) {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await transitionsOver(page)
}

/** Goes there through the menu if it has a link, so that the application is not loaded again. */
async function visit(page: Page, path: string) {
  const link = page.getByRole('navigation').locator(`a[href="${path}"]`).first()
  if (!(await link.isVisible())) return page.goto(path)
  await link.click()
  // A list opens in its last state, which is in its address.
  await expect(page).toHaveURL((url) => url.pathname === new URL(path, url).pathname)
  // What was loaded before is there at once, so the page is never idle for the network again.
  await expect(page.getByRole('heading', { level: 1, name: titleOf(path) })).toBeVisible()
  await expect(page.locator('[aria-busy=true], [aria-label^=Loading]')).toHaveCount(0)
}

const titleOf = (path: string) =>
  [...recordTypes.map(screenOf), ...Object.values<{ path: string; title?: string }>(screens)].find(
    (screen) => screen.path === path,
  )?.title ?? path

test('no page of a visitor has an accessibility violation in either theme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  for (const path of visitorPages) {
    await page.goto(path)
    await settle(page)
    await expectAccessible(page, path)
  }
})

test('no page has an accessibility violation in either theme', async ({ page }) => {
  test.slow()
  await page.emulateMedia({ colorScheme: 'light' })
  await signIn(page)
  for (const path of pages) {
    await visit(page, path)
    await settle(page)
    await expect(page.locator('[role=gridcell] :is(span, p) div')).toHaveCount(0)
    // Header and menu are the same everywhere: the dashboard is looked at with them.
    await expectAccessible(page, path, path === '/dashboard' ? {} : { part: 'main' })
  }
})

test('boxes in rows are large enough for a finger on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  for (const path of ['/rv-types', '/manage-notifications']) {
    await page.goto(path)
    const box = await page.getByRole('gridcell').getByRole('checkbox').first().boundingBox()
    expect([path, box?.width, box?.height]).toEqual([path, 24, 24])
  }
})

test('icons and boxes in rows stand out from them in either theme', async ({ page }) => {
  await signIn(page)
  for (const path of ['/rv-types', '/manage-notifications']) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto(path)
      await settle(page)
      const marks = page.locator(
        '[role=gridcell] :is(button:not([aria-disabled]) svg, span > svg, input[type=checkbox])',
      )
      await expect(marks.first()).toBeVisible()
      const contrasts = await marks.evaluateAll((found) => {
        const luminanceOf = (color: string) => {
          const parts = (color.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => {
            const share = Number(part) / 255
            return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
          })
          return 0.2126 * (parts[0] ?? 0) + 0.7152 * (parts[1] ?? 0) + 0.0722 * (parts[2] ?? 0)
        }
        const backgroundOf = (element: Element | null): string => {
          const color = element ? getComputedStyle(element).backgroundColor : 'rgb(255, 255, 255)'
          return /^rgba\(.*, 0\)$/.test(color) ? backgroundOf(element?.parentElement ?? null) : color
        }
        return found.map((mark) => {
          const { color, borderTopColor } = getComputedStyle(mark)
          const shown = luminanceOf(mark instanceof HTMLInputElement ? borderTopColor : color)
          const behind = luminanceOf(backgroundOf(mark.parentElement))
          return (Math.max(shown, behind) + 0.05) / (Math.min(shown, behind) + 0.05)
        })
      })
      expect(Math.min(...contrasts), `${path}, ${colorScheme}`).toBeGreaterThanOrEqual(3)
    }
  }
})

test('of dialogs above each other only the first darkens the page, and boxes in dark rows are not filled', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(page, '/models')
  const box = page.getByRole('gridcell').getByRole('checkbox').first()
  await expect(box).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await expect(box).toHaveCSS('appearance', 'none')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Above')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
  const veils = page.locator('.mantine-Modal-overlay')
  const opacities = await veils.evaluateAll((found) =>
    found.map((veil) => Number(/([\d.]+)\)$/.exec(getComputedStyle(veil).backgroundColor)?.[1])),
  )
  expect(opacities).toEqual([0.6, 0.25])
})

test('no dialog has an accessibility violation in either theme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await signIn(page, '/manual-pages')
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  await expect(page.getByRole('textbox', { name: 'Content' })).toBeVisible()
  await settle(page)
  await expectAccessible(page, 'manual page', { part: '[role=dialog]' })
  await page.goto('/sign-in-and-security')
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeVisible()
  await settle(page)
  await expectAccessible(page, 'authenticator app', { part: '[role=dialog]' })
  await page.goto('/rv-dealers')
  await page.getByRole('button', { name: 'View On Map' }).click()
  await expect(page.getByRole('button', { name: /^\d+ here: / }).first()).toBeVisible()
  await settle(page)
  await expectAccessible(page, 'dealers on the map', { part: '[role=dialog]' })
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  await expect(page.getByRole('button', { name: /^Dealer’s location/ })).toBeVisible()
  await settle(page)
  await expectAccessible(page, 'dealer', { part: '[role=dialog]' })
  await page.goto('/models')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await settle(page)
  await expectAccessible(page, 'new model', { part: '[role=dialog]' })
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click()
  await settle(page)
  await expectAccessible(page, 'delete model', { part: '[role=dialog]' })
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /^More actions for / })
    .first()
    .click()
  await settle(page)
  await expectAccessible(page, 'the menu of a row', { part: 'body' })
  await page.getByRole('menuitem', { name: 'History' }).click()
  await expect(page.getByRole('region', { name: /^Added by/ })).toBeVisible()
  await settle(page)
  await expectAccessible(page, 'history of a model', { part: '[role=dialog]' })
  await page.keyboard.press('Escape')
  await page
    .getByRole('checkbox', { name: /^Select / })
    .first()
    .check()
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click()
  await settle(page)
  await expectAccessible(page, 'delete the selected', { part: 'body' })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Recent changes', exact: true }).click()
  await expect(page.getByRole('link', { name: 'All changes' })).toBeVisible()
  await settle(page)
  await expectAccessible(page, 'recent changes', { part: '[role=dialog]' })
})

test('no page is wider than a phone of 390 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  for (const path of pages) {
    await page.goto(path)
    await settle(page)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect([path, overflow]).toEqual([path, 0])
    const cutOff = await page
      .locator('tbody [role=gridcell]')
      .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.innerHTML))
    expect([path, cutOff]).toEqual([path, []])
  }
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('link', { name: 'RV Types' }).click()
  await expect(page.getByRole('heading', { name: 'RV Types', level: 1 })).toBeVisible()
})

test('the tools of a list are whole on a tablet', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 1024 })
  await signIn(page)
  for (const path of lists) {
    await page.goto(path)
    await settle(page)
    const cutOff = await page
      .locator('[data-above-list] button *, [data-above-list] a *')
      .evaluateAll((parts) => parts.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).length)
    expect([path, cutOff]).toEqual([path, 0])
  }
})

// At 400 % a window of 1440 by 900 has 360 by 225 pixels.
for (const [where, viewport] of [
  ['at 400 % zoom', { width: 360, height: 225 }],
  ['on a phone', { width: 390, height: 844 }],
] as const) {
  test(`the buttons of a form cover none of its fields ${where}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await signIn(page, '/models?new')
    const dialog = page.getByRole('dialog', { name: 'New Model' })
    await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
    await settle(page)
    const covered = await dialog.locator('input:not([type=file], [type=hidden]), textarea').evaluateAll((fields) =>
      fields.flatMap((field) => {
        field.scrollIntoView({ block: 'nearest' })
        const { left, top, width, height } = field.getBoundingClientRect()
        const above = document.elementFromPoint(left + width / 2, top + height / 2)
        return above?.closest('label, input, textarea, .mantine-Input-wrapper')?.contains(field)
          ? []
          : [field.outerHTML]
      }),
    )
    expect(covered).toEqual([])
  })
}

test('texts of a list grow with the text size of the browser', async ({ page }) => {
  await signIn(page, '/rv-types')
  await expect(page.locator('tbody [role=gridcell]').last()).toBeVisible()
  await page.addStyleTag({ content: ':root { font-size: 24px }' })
  const small = await page.locator('main *').evaluateAll((elements) =>
    elements
      .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()))
      .filter((element) => parseFloat(getComputedStyle(element).fontSize) < 18)
      .map((element) => element.outerHTML.slice(0, 120)),
  )
  expect(small).toEqual([])
  const cut = await page
    .locator('tbody [role=gridcell]')
    .evaluateAll((cells) => cells.filter((cell) => cell.scrollHeight > cell.clientHeight + 1).length)
  expect(cut).toBe(0)
})

test('a name without a space is whole in its row', async ({ page }) => {
  await signIn(page, '/topics')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'New Topic' })
  const name = 'W'.repeat(100)
  await form.getByRole('textbox', { name: 'Name' }).fill(name)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form).toBeHidden()
  await page.goto('/topics?name=WWW')
  const link = page.getByRole('link', { name })
  await expect(link).toBeVisible()
  expect(await link.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await page.keyboard.press('Control+z')
  await expect(page.getByText('No Records Found.')).toBeVisible()
})

test('no field of a touch device has a text below 16 pixels, into which iOS would zoom', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  await signIn(page, '/models?new')
  await expect(page.getByRole('dialog', { name: 'New Model' })).toBeVisible()
  const small = await page
    .locator('input:not([type=file], [type=hidden], [type=checkbox], [type=radio]), textarea, select')
    .evaluateAll((fields) =>
      fields.filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16).map((field) => field.outerHTML),
    )
  expect(small).toEqual([])
  await context.close()
})

test('the description of the calls can be read', async ({ page }) => {
  await page.goto('/api/docs')
  await expect(page.getByText('RV Owner Back-Office').first()).toBeVisible()
})
