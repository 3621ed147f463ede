import { expectAccessible } from './accessibility.ts'
import { expect, expectToast, signIn, test } from './journey.ts'

test('a program gets a key, changes a record under its name, and is shut out once the key is ended', async ({
  page,
}) => {
  await signIn(page, '/administrators')
  await page.getByRole('main').getByRole('link', { name: 'Keys for programs' }).click()
  await page.getByRole('button', { name: 'New key' }).click()
  const form = page.getByRole('dialog', { name: 'New key' })
  await form.getByLabel('Name').fill('Nightly load of years')
  await form.getByRole('radio', { name: 'Read and change' }).check()
  await form.getByRole('combobox', { name: 'Kinds of records' }).click()
  await page.getByRole('option', { name: 'Years' }).click()
  await page.keyboard.press('Escape')
  await expectAccessible(page, 'the form of a key', { part: '[role=dialog]' })
  await form.getByRole('button', { name: 'Add key' }).click()
  const shown = page.getByRole('dialog', { name: 'Key for Nightly load of years' })
  const token = await shown.locator('pre').innerText()
  await expectAccessible(page, 'the secret of a key', { part: '[role=dialog]' })
  await shown.getByRole('button', { name: 'Done' }).click()

  const send = (path: string, data: object) =>
    page.request.post(`/api/v1/admin/${path}`, { headers: { token, 'idempotency-key': crypto.randomUUID() }, data })
  expect(await (await send('years/add', { name: '2098' })).json()).toMatchObject({ data: { name: '2098' } })
  expect((await send('rv_types/list', {})).status()).toBe(403)
  await page.goto('/recent-changes')
  await expect(page.getByRole('row', { name: /Nightly load of years Added year “2098”/ })).toBeVisible()

  await page.goto('/keys')
  const keys = page.getByRole('list', { name: 'Keys' })
  await expect(keys).toContainText('Last used')
  await page.getByRole('button', { name: 'End key Nightly load of years' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End key' }).click()
  await expectToast(page, 'Key ended successfully.')
  await expect(keys).toContainText('Ended')
  expect((await send('years/list', {})).status()).toBe(401)
})
