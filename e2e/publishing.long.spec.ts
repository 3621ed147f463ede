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

test('edits of a page that owners see wait for a day, and can be shown and taken back until then', async ({ page }) => {
  await signIn(page, '/cms-pages')
  const edit = async () => {
    await rowOf(page, 'Privacy').getByRole('button', { name: 'Edit' }).click()
    return page.getByRole('form', { name: 'Edit CMS Page' })
  }
  const form = await edit()
  await form.getByRole('textbox', { name: 'Title' }).fill('Privacy of 2099')
  await form.getByRole('textbox', { name: 'Publish on', exact: true }).fill('12-01-2099')
  await expect(form.getByText('Owners lose this page until 1 Dec 2099, 08:00.')).toBeVisible()
  await form.getByRole('button', { name: 'Publish these edits on…' }).click()
  await expect(form.getByText('These edits are published on 1 Dec 2099, 08:00.')).toBeVisible()
  await expect(form.getByRole('textbox', { name: 'Publish on', exact: true })).toHaveValue('')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'CMS data updated successfully.')
  await expect(rowOf(page, 'Privacy')).not.toContainText('Privacy of 2099')
  const again = await edit()
  await expect(again.getByText('Other edits of this page wait until 1 Dec 2099, 08:00.')).toBeVisible()
  await again.getByRole('button', { name: 'Show them' }).click()
  await expect(again.getByRole('textbox', { name: 'Title' })).toHaveValue('Privacy of 2099')
  await again.getByRole('button', { name: 'Publish them when I save' }).click()
  await again.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(rowOf(page, 'Privacy of 2099')).toBeVisible()
})
