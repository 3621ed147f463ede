import { expect, expectToast, signIn, test } from './journey.ts'

test('the dashboard does the next step in place, and puts off what can wait', async ({ page }) => {
  await signIn(page, '/dashboard')
  const attention = page.getByRole('region', { name: 'Needs attention' })
  const lineOf = (text: string) => attention.getByRole('listitem').filter({ hasText: text })
  await lineOf('Truck Camper - 2027').getByRole('button', { name: 'Generate' }).click()
  await expectToast(page, 'PDF generated successfully.')
  await expect(attention.getByText('Truck Camper - 2027: PDF out of date')).toHaveCount(0)

  const line = attention.getByText(/RVs without a serial number$/)
  const count = /^[\d,]+/.exec((await line.textContent()) ?? '')?.[0] ?? ''
  await lineOf('without a serial number').getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Put off for a week' }).click()
  await expect(line).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await line.click()
  await expect(page.getByText(`of ${count}`)).toBeVisible()

  await page.goBack()
  const trends = page.getByRole('region', { name: 'Trends' })
  await expect(trends.getByRole('table', { name: 'RVs by type' })).toContainText('Travel Trailer')
  await trends.getByRole('switch', { name: 'As tables' }).click()
  await expect(trends.getByRole('table', { name: 'Sign-ins to the app' })).toBeVisible()
})
