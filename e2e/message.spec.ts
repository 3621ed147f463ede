import { expect, expectToast, rowOf, signIn, test } from './journey.ts'

test('users are chosen and told by keyboard alone', async ({ page }) => {
  await signIn(page, '/manage-notifications')
  const box = page.getByRole('checkbox').first()
  await expect(box).toBeVisible()
  await page.getByRole('searchbox', { name: 'Filter Email' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  await expect(box).toBeChecked()
  await expect(page.getByText('1 user selected').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Title' }).focus()
  await page.keyboard.type('By keyboard')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Without a mouse.')
  // Past where it leads, when it goes, and Cancel.
  for (let stop = 0; stop < 4; stop++) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Notification has been sent.')
  await expect(page.getByRole('region', { name: 'Sent just now' }).getByText('1 in the inbox')).toBeVisible()
  await page.getByRole('tab', { name: 'Sent' }).click()
  await expect(rowOf(page, 'By keyboard')).toBeVisible()
})
