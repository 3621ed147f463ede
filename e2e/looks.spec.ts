import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from './journey.ts'

const visitorPages = ['/', '/forget-password', '/reset-password/ada%40example.com', '/no-such-page', '/unauthorized']
const pages = [
  '/dashboard',
  '/edit-profile',
  '/rv-types',
  '/models',
  '/years',
  '/users',
  '/topics',
  '/sub-topics',
  '/checklists-management',
  '/rv-management',
  '/maintenance-item-management',
  '/slider-images',
  '/app-menus',
  '/socialmedia',
  '/cms-pages',
  '/manuals',
  '/manual-pages',
  '/rv-dealers',
  '/manage-notifications',
  '/manage-notifications?view=sent',
]

async function expectAccessible(page: Page, where: string) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze()
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${where}: ${id}: ${html}`))
  expect(found).toEqual([])
}

/** Transitions over, fonts and rows there. */
async function settle(page: Page) {
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
  )
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no page has an accessibility violation in the ${colorScheme} theme`, async ({ page }) => {
    test.slow()
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const path of visitorPages) {
      await page.goto(path)
      await settle(page)
      await expectAccessible(page, path)
    }
    await signIn(page)
    for (const path of pages) {
      await page.goto(path)
      await settle(page)
      await expectAccessible(page, path)
    }
    await page.goto('/manual-pages')
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click()
    await expect(page.getByRole('textbox', { name: 'Content' })).toBeVisible()
    await settle(page)
    await expectAccessible(page, 'manual page')
    await page.goto('/rv-dealers')
    await page.getByRole('button', { name: 'View On Map' }).click()
    await expect(page.getByRole('button', { name: /^\d+ here$/ }).first()).toBeVisible()
    await settle(page)
    await expectAccessible(page, 'dealers on the map')
    await page.keyboard.press('Escape')
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click()
    await expect(page.getByRole('button', { name: /^Place of the dealer/ })).toBeVisible()
    await settle(page)
    await expectAccessible(page, 'dealer')
    await page.goto('/models')
    await page.getByRole('button', { name: 'New' }).click()
    await settle(page)
    await expectAccessible(page, 'new model')
    await page.keyboard.press('Escape')
    await page
      .getByRole('button', { name: /^Delete / })
      .first()
      .click()
    await settle(page)
    await expectAccessible(page, 'delete model')
  })
}

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
  }
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('link', { name: 'RV Types' }).click()
  await expect(page.getByRole('heading', { name: 'RV Types', level: 1 })).toBeVisible()
})

test('the description of the calls can be read', async ({ page }) => {
  await page.goto('/api/docs')
  await expect(page.getByText('RV Owner Back-Office').first()).toBeVisible()
})
