import { addressOf } from '#contract/endpoint.ts'
import { content } from '#contract/owner/content.ts'
import { expect, expectToast, rowOf, signIn, test } from './journey.ts'

test('a page is published on a day: the list says from when, and owners do not see it before', async ({ page }) => {
  await signIn(page, '/cms-pages')
  await page.getByRole('button', { name: 'Add CMS page' }).click()
  const form = page.getByRole('form', { name: 'New CMS Page' })
  await form.getByRole('textbox', { name: 'Title' }).fill('Rally of 2099')
  await form.getByRole('combobox', { name: 'Code' }).fill('rally-2099')
  await form.getByRole('textbox', { name: 'Publish on', exact: true }).fill('12-01-2099')
  await expect(form.getByRole('textbox', { name: 'Publish on: time' })).toHaveValue('08:00')
  await form.getByRole('textbox', { name: 'Take down on', exact: true }).fill('11-01-2099')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form.getByText('Please choose a time after “Publish on”.').first()).toBeVisible()
  await form.getByRole('textbox', { name: 'Take down on', exact: true }).fill('')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'CMS data added successfully.')
  await expect(rowOf(page, 'Rally of 2099')).toContainText('from 1 Dec 2099, 08:00')
  const seen = await page.evaluate(async (address) => {
    const { apiKey } = JSON.parse(document.querySelector('script[type="application/json"]')?.textContent ?? '{}')
    return (await fetch(address, { headers: { 'x-api-key': apiKey } })).text()
  }, addressOf(content.cmsPages))
  expect(seen).toContain('About Cedar Hollow')
  expect(seen).not.toContain('Rally of 2099')
})
