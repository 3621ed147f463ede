import { chooseAction, expect, expectToast, rowOf, signIn, test } from './journey.ts'

test('on a phone a record is added, edited, deleted and restored', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('link', { name: 'Years' }).click()
  await expect(page.getByRole('heading', { name: 'Years', level: 1 })).toBeVisible()
  // The menu is out of the way again.
  await expect(page.getByRole('link', { name: 'Years' })).toBeHidden()
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('1974')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Year added successfully.')

  await chooseAction(rowOf(page, '1974'), 'Edit')
  await page.getByRole('dialog').getByRole('textbox').fill('1975')
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Year updated successfully.')
  await chooseAction(rowOf(page, '1975'), 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Year removed successfully.')
  await chooseAction(rowOf(page, '1975'), 'Restore')
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await expectToast(page, 'Year restored successfully.')
})

test('on a phone the controls of a list are one line, and a message comes before its ten recipients', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, '/rv-dealers')
  const bottomOf = (selector: string) => page.locator(selector).evaluate((one) => one.getBoundingClientRect().bottom)
  const topOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one) => one.getBoundingClientRect().top)
  await expect(page.locator('tbody tr').first()).toBeVisible()
  expect(await topOf('header')).toBe(0)
  expect((await topOf('tbody tr')) - (await bottomOf('header'))).toBeLessThanOrEqual(158)
  // Everything is there by keys.
  const columns = page.getByRole('button', { name: 'Columns' })
  await expect(columns).toBeHidden()
  await page.getByRole('button', { name: 'Sort and filter' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Views and tools' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(columns).toBeVisible()
  for (const name of ['Save view', 'Export', 'Print']) await expect(page.getByRole('button', { name })).toBeVisible()
  await page.getByRole('button', { name: 'Views and tools' }).click()
  await expect(columns).toBeHidden()
  await page.goto('/rv-dealers?city=waco')
  await expect(page.getByRole('list', { name: 'Filters in force' })).toBeVisible()

  await page.goto('/manage-notifications')
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeInViewport()
  await page.getByRole('button', { name: 'Choose users' }).click()
  await expect(page.getByRole('region', { name: 'Recipients' })).toBeFocused()
  await page.getByRole('gridcell').getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Back to the message' }).click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeInViewport()
  await expect(page.getByText(/^To: /)).not.toHaveText(/no one/)
})
