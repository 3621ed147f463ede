import type { Locator, Page } from '@playwright/test'
import { expect, signIn, test } from './journey.ts'

const reasons = [
  { path: '/users?per_page=100', button: /^Reset User Password of/, reason: 'User is registered with social media!' },
]

const disabledButton = (page: Page, name: RegExp) =>
  page.getByRole('gridcell').getByRole('button', { name, disabled: true }).first()

/** The middle of the icon of a button, once it is within the window. */
async function iconOf(button: Locator) {
  await button.scrollIntoViewIfNeeded()
  const icon = await button.locator('svg').boundingBox()
  if (!icon) throw new Error('there is no icon')
  return [icon.x + icon.width / 2, icon.y + icon.height / 2] as const
}

for (const { path, button, reason } of reasons) {
  test(`a mouse that comes fast or slowly to an icon, and a key, read “${reason}”`, async ({ page }) => {
    await signIn(page, path)
    const tooltip = page.getByRole('tooltip')
    const refusing = disabledButton(page, button)
    const [x, y] = await iconOf(refusing)
    for (const steps of [1, 2, 5, 15, 40]) {
      for (const from of [-120, 120]) {
        await page.mouse.move(x + from, y)
        await page.mouse.move(x, y, { steps })
        await expect(tooltip).toHaveText(reason)
      }
    }

    // The next button shows its own tooltip, and no other.
    const next = refusing.locator('xpath=following-sibling::button | preceding-sibling::button').first()
    await page.mouse.move(...(await iconOf(next)), { steps: 3 })
    await expect(tooltip).not.toHaveText(reason)
    await expect(tooltip).toHaveText((await next.getAttribute('data-tip')) ?? '')

    await page.mouse.move(0, 0)
    await expect(tooltip).toHaveCount(0)
    await refusing.locator('xpath=ancestor::td').press('Enter')
    for (let presses = 0; presses < 8 && !(await refusing.and(page.locator(':focus')).count()); presses++) {
      await page.keyboard.press('ArrowLeft')
    }
    await expect(tooltip).toHaveText(reason)
    await page.keyboard.press('Escape')
    await expect(tooltip).toHaveCount(0)
  })
}

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 820, height: 1180 } })

  for (const { path, button, reason } of reasons) {
    test(`a tap on the menu of a row reads “${reason}”`, async ({ page }) => {
      await signIn(page, path)
      const row = page.locator('tbody tr', { has: page.locator('button[aria-disabled]') }).first()
      await expect(row.getByRole('button', { name: button })).toBeHidden()
      await row.getByRole('button', { name: /^More actions for / }).tap()
      await expect(page.getByRole('menuitem').getByText(reason)).toBeVisible()
    })
  }
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('a form stays as wide as the window while its choices open, so that a tap meets what is seen', async ({
    page,
  }) => {
    await signIn(page, '/manual-pages')
    await page.getByRole('button', { name: 'New', exact: true }).tap()
    const form = page.getByRole('dialog', { name: 'New Manual Page' })
    for (const label of ['Manual', 'Topic']) {
      await form.getByRole('combobox', { name: label, exact: true }).tap()
      const options = page.getByRole('option').filter({ visible: true })
      await expect(options.first()).toBeInViewport({ ratio: 1 })
      expect(await page.evaluate(() => window.innerWidth)).toBe(390)
      await options.first().tap()
    }
    await expect(form.getByRole('combobox', { name: 'Topic', exact: true })).not.toHaveValue('')
  })
})
