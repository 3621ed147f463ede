import { expectAccessible } from './accessibility.ts'
import { expect, signIn, test } from './journey.ts'

test('any record is found by the keyboard alone, and the search knows where one was before', async ({ page }) => {
  await signIn(page, '/rv-dealers')
  const cell = page.locator('tbody [data-row-id]').nth(2).locator('[data-column=name]')
  const name = (await cell.textContent()) ?? ''
  await page.locator('tbody [data-row-id]').first().locator('[data-column=name]').focus()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type(name.slice(0, -1))
  const dialog = page.getByRole('dialog', { name: 'Search' })
  const field = dialog.getByRole('combobox', { name: 'Search' })
  await expect(field).toHaveValue(name.slice(0, -1))
  await expect(field).toBeFocused()
  const dealer = dialog.getByRole('group', { name: 'Dealers' }).getByRole('option', { name })
  await expect(dealer.first()).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page, 'the search', { part: '[role=dialog]' })

  // Esc leads back to where it was opened.
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.locator('tbody [data-row-id]').first().locator('[data-column=name]')).toBeFocused()

  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type(`dealer: ${name}`)
  await expect(dealer.first()).toHaveAttribute('aria-selected', 'true')
  await expect(dialog.getByRole('group')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/rv-dealers\/[\w-]+$/)
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()

  // The page of an action, and from there back to what was visited.
  const there = page.url()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('new top')
  await expect(dialog.getByRole('option', { name: 'New topic' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  const topicName = page.getByRole('dialog', { name: 'New Topic' }).getByRole('textbox', { name: 'Name' })

  // Above a form it loses nothing, and asks before it leads away.
  await topicName.fill('Typed and not saved')
  await page.keyboard.press('ControlOrMeta+k')
  const last = dialog.getByRole('group', { name: 'Last visited' })
  await expect(last.getByRole('option').first()).toContainText(name)
  await expectAccessible(page, 'the records visited last', { part: '[role=dialog]:has([role=combobox])' })
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(topicName).toHaveValue('Typed and not saved')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(last).toBeVisible()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(page).toHaveURL(there)

  // Nobody after them sees where they were.
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('visited')))).toHaveLength(
    1,
  )
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(name)
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('visited'))))
    .toEqual([])
})

test('a list that finds nothing says what else matches, also on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, '/models?name=brakes')
  const elsewhere = page.getByRole('button', { name: /^\d.* (sub )?topics?$/ }).first()
  await expect(elsewhere).toBeVisible()
  await elsewhere.click()
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await expect(dialog.getByRole('combobox')).toHaveValue(/topic: brakes$/)
  await expect(dialog.getByRole('option').first()).toBeVisible()
  await expectAccessible(page, 'the search on a phone', { part: '[role=dialog]' })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await dialog.getByRole('combobox').fill('zzzqqq')
  await expect(dialog.getByText('Nothing found for “zzzqqq”.')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
