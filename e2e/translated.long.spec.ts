import type { Page } from '@playwright/test'
import { expect, rowOf, signIn, test } from './journey.ts'

/** Does what translators do to the page and to what is added to it: replaces each text with an element. */
const translate = (page: Page) =>
  page.addInitScript(() => {
    const KEPT = 'script, style, textarea, svg, font, [contenteditable]'
    const translateIn = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) {
        if (!text.data.trim() || text.parentElement?.closest(KEPT)) continue
        const font = document.createElement('font')
        font.textContent = text.data
        text.replaceWith(font)
      }
    }
    const seen = new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node.isConnected) translateIn(node.parentNode ?? node)
    })
    addEventListener('DOMContentLoaded', () => {
      translateIn(document.body)
      seen.observe(document.body, { childList: true, subtree: true })
    })
  })

test('a page that the browser translates goes on working, and says what is so', async ({ page }) => {
  await translate(page)
  await signIn(page, '/topics')
  await expect(page.locator('font').first()).toBeVisible()

  // A list: sorting, paging, selecting.
  const title = page.getByRole('columnheader', { name: 'Name' })
  await title.click()
  await expect(title).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('columnheader', { name: 'Sequence No.' }).click({ modifiers: ['Shift'] })
  await title.click()
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page.getByText(/^11 to /)).toBeVisible()
  await page.getByRole('button', { name: 'Page 1' }).click()
  for (const [place, words] of [
    [0, '1 selected'],
    [1, '2 selected'],
  ] as const) {
    await page
      .getByRole('checkbox', { name: /^Select (?!all)/ })
      .nth(place + 1)
      .check()
    await expect(page.getByRole('region', { name: 'Selection' }).getByText(words)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Clear', exact: true }).click()

  // A record is changed, deleted and restored, with toasts and questions.
  const row = rowOf(page, 'Warranty')
  await row.getByRole('button', { name: /^Delete / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row.getByText('Inactive')).toBeVisible()
  await row.getByRole('button', { name: /^Restore / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await expect(row.getByText('Inactive')).toBeHidden()

  // Its page: who changed it becomes a link; its history; its neighbours.
  await row.getByRole('link', { name: 'Warranty' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Warranty' })).toBeVisible()
  await expect(page.locator('dd').getByRole('link', { name: 'Administrator' })).toBeVisible()
  await page.getByRole('button', { name: 'History' }).first().click()
  await expect(page.getByRole('dialog')).toContainText('Restored')
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/history=/)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  for (const path of [
    '/dashboard',
    '/recent-changes',
    '/manage-notifications',
    '/system',
    '/rv-management',
    '/manuals',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})
