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
