import type { Page } from '@playwright/test'
import { expect, expectToast, rowOf, signIn, test } from './journey.ts'

const isActive = (page: Page, name: string) =>
  expect(rowOf(page, name).getByText('Active', { exact: true })).toBeVisible()
const isInactive = (page: Page, name: string) => expect(rowOf(page, name).getByText('Inactive')).toBeVisible()

test('a topic takes its sub topics along when it is deleted, and brings all of them back', async ({ page }) => {
  await signIn(page, '/sub-topics?topic_name=plumbing')
  await page.getByRole('button', { name: 'Delete Toilet' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Subtopic removed successfully.')

  await page.goto('/topics?name=plumbing')
  await page.getByRole('button', { name: 'Delete Plumbing' }).click()
  await expect(dialog.getByText(/^Also deleted: 5 sub topics and \d+ manual pages\.$/)).toBeVisible()
  await expect(dialog.getByRole('link', { name: '5 sub topics' })).toHaveAttribute('href', /topic_name=Plumbing/)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Topic removed successfully.')
  await expectToast(page, /^Also removed: 5 sub topics/)
  await isInactive(page, 'Plumbing')

  await page.goto('/sub-topics?topic_name=plumbing')
  await isInactive(page, 'Water Pump')
  await page.getByRole('button', { name: 'Restore Water Pump' }).click()
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect(dialog.getByText('The topic “Plumbing” is Inactive. Please restore it first.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.goto('/topics?name=plumbing')
  await page.getByRole('button', { name: 'Restore Plumbing' }).click()
  // The toilet had been deleted before.
  await expect(dialog.getByRole('radio', { name: /^Only what was deleted with it/ })).not.toBeChecked()
  await expect(dialog.getByRole('radio', { name: /^Everything below it/ })).toBeChecked()
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expectToast(page, 'Topic restored successfully.')
  await page.goto('/sub-topics?topic_name=plumbing')
  await isActive(page, 'Water Pump')
  await isActive(page, 'Toilet')
})

test('a maintenance item is added from below the list, and found again by its due date', async ({ page }) => {
  const year = new Date().getFullYear() + 2
  await signIn(page, '/maintenance-item-management')
  await page.getByRole('button', { name: 'Add maintenance item' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reminder Name').fill('Look at the anode')
  await dialog.getByLabel('Item Name').fill('Water heater')
  await dialog.getByLabel('Note').fill('Replace it when less than a quarter is left.')
  const due = dialog.getByRole('textbox', { name: 'Due Date' })
  await due.pressSequentially('01012020')
  await page.keyboard.press('Tab')
  await expect(dialog.getByText('Please select a Due Date later than today.')).toBeVisible()
  await due.clear()
  await due.pressSequentially(`0315${year}`)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Maintenance Details added successfully.')

  await page.getByRole('button', { name: /^Filter Due Date/ }).click()
  const filter = page.getByRole('dialog', { name: /^Filter Due Date/ })
  await filter.getByRole('button', { name: 'Operator for Due Date: Equals' }).click()
  await filter.getByRole('menuitemradio', { name: 'Greater than or equal' }).click()
  await filter.getByRole('textbox', { name: 'Date' }).pressSequentially(`0315${year}`)
  await expect(page.getByText('1 to 1 of 1')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.getByText('1 to 1 of 1')).toBeVisible()
  await expect(rowOf(page, 'Look at the anode').getByText(`03-15-${year}`)).toBeVisible()
  await page.getByRole('button', { name: /^Filter Due Date: Greater than or equal/ }).click()
  await filter.getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByText('1 to 10 of 12')).toBeVisible()
})

for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
  test.describe(`in the time zone ${timezoneId}`, () => {
    test.use({ timezoneId })

    test('tomorrow can be chosen, today cannot, and the date stays the same day', async ({ page }) => {
      const days = (number: number) => {
        const at = new Date(Date.now() + number * 86_400_000)
        return new Intl.DateTimeFormat('en-US', { timeZone: timezoneId, dateStyle: 'short' })
          .formatToParts(at)
          .filter(({ type }) => type !== 'literal')
          .map(({ type, value }) => (type === 'year' ? `20${value}` : value.padStart(2, '0')))
      }
      await signIn(page, '/maintenance-item-management')
      await page.getByRole('button', { name: 'Edit Inspect the roof' }).click()
      const dialog = page.getByRole('dialog')
      const due = dialog.getByRole('textbox', { name: 'Due Date' })
      await due.clear()
      await due.pressSequentially(days(0).join(''))
      await page.keyboard.press('Tab')
      await expect(dialog.getByText('Please select a Due Date later than today.')).toBeVisible()
      await due.clear()
      await due.pressSequentially(days(1).join(''))
      await dialog.getByRole('button', { name: 'Save', exact: true }).click()
      await expectToast(page, 'Maintenance Details updated successfully.')
      await expect(rowOf(page, 'Inspect the roof').getByText(days(1).join('-'))).toBeVisible()
    })
  })
}
