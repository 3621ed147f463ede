import type { APIRequestContext } from '@playwright/test'
import { notifications } from '#contract/notifications.ts'
import { expectAccessible } from './accessibility.ts'
import { chooseAction, expect, expectToast, rowOf, signIn, test } from './journey.ts'
import type { RunningServer } from './server.ts'

/** The owners' app as the server sees it: calls with the application key and, once signed in, a token. */
async function ownersApp(request: APIRequestContext, server: RunningServer) {
  const page = await (await request.get(server.url)).text()
  const { apiKey } = JSON.parse(/id="app-settings">(.*?)<\/script>/.exec(page)?.[1] ?? '{}') as { apiKey: string }
  const base = `${server.url}/app/v1`
  const headers = (token = '') => ({ 'x-api-key': apiKey, ...(token && { token }) })
  return {
    get: async (path: string, token?: string) =>
      (await request.get(`${base}/${path}`, { headers: headers(token) })).json(),
    post: (path: string, data: object, token?: string) =>
      request.post(`${base}/${path}`, { headers: headers(token), data }),
  }
}

test('an owner registers in the app, and the back-office sees the user, the RV and the counters', async ({
  page,
  request,
  server,
}) => {
  const app = await ownersApp(request, server)
  await signIn(page)
  const readCounter = async (name: string) => {
    const text =
      (await page
        .getByRole('main')
        .getByRole('link', { name: new RegExp(`^${name}`) })
        .filter({ hasText: /\d/ })
        .textContent()) ?? ''
    return Number(text.replace(/\D/g, ''))
  }
  const before = { users: await readCounter('Registered Users'), rvs: await readCounter('RV Management') }

  const owner = { name: 'Journey Owner', email: 'journey.owner@example.com', password: 'camp-fire-1!' }
  expect((await app.post('users/register', owner)).status()).toBe(200)
  const { data } = await (await app.post('users/sign_in', owner)).json()
  const [model] = (await app.get('models')).data
  const rv = { category: model.cat_id._id, year: model.year_id._id, model: model._id, vin: '1FTFW1ET5DF424242' }
  expect((await app.post('rvs/add', rv, data.token)).status()).toBe(200)

  await page.reload()
  await expect.poll(() => readCounter('Registered Users')).toBe(before.users + 1)
  await expect.poll(() => readCounter('RV Management')).toBe(before.rvs + 1)
  await page.goto('/users?email=journey.owner')
  await expect(rowOf(page, 'journey.owner@example.com')).toBeVisible()
  await page.goto('/rv-management?added_by=journey')
  await chooseAction(rowOf(page, 'Journey Owner'), 'View')
  await expect(page.getByRole('dialog').getByRole('row', { name: 'VIN 424242' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()

  await page.goto('/users?email=journey.owner')
  await page.getByRole('button', { name: 'Reset User Password of Journey Owner' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
  await expectToast(page, 'New password has been sent to selected email id.')
  await expectToast(page, 'This server sends no email. Please hand over the new password.')
  expect((await app.post('users/sign_in', owner)).status()).toBe(422)
  const password = await page.getByRole('dialog').locator('pre').innerText()
  expect((await app.post('users/sign_in', { ...owner, password })).status()).toBe(200)
})

test('a user is deactivated after a question, and activated again at once', async ({ page, request, server }) => {
  const app = await ownersApp(request, server)
  const owner = { name: 'Switch Owner', email: 'switch.owner@example.com', password: 'camp-fire-1!' }
  await app.post('users/register', owner)
  await signIn(page, '/users?email=switch.owner')
  const theSwitch = page.getByRole('switch', { name: 'Switch Owner is active' })
  await expect(theSwitch).toBeChecked()
  await theSwitch.click({ force: true })
  const question = page.getByRole('dialog', { name: 'Deactivate User' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(theSwitch).toBeChecked()

  // A click right after a dialog closes, faster than any hand, would have no effect.
  await expect(async () => {
    await theSwitch.click({ force: true })
    await expect(question).toBeVisible({ timeout: 2000 })
  }).toPass()
  await question.getByRole('button', { name: 'Deactivate' }).click()
  await expectToast(page, 'User has been deactivated.')
  await expect(question).toBeHidden()
  await expect(theSwitch).not.toBeChecked()
  expect((await app.post('users/sign_in', owner)).status()).toBe(422)

  await theSwitch.click({ force: true })
  await expectToast(page, 'User has been activated.')
  await expect(theSwitch).toBeChecked()
  expect((await app.post('users/sign_in', owner)).status()).toBe(200)
})

test('an RV is looked at, and its warranty checked', async ({ page }) => {
  await signIn(page, '/rv-management')
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: 'Edit RV Details' })
  const type = form.getByRole('combobox', { name: 'RV Type' })
  const current = await type.inputValue()
  await type.click()
  const other = current === 'Truck Camper' ? 'Travel Trailer' : 'Truck Camper'
  await page.getByRole('option', { name: other }).click()
  await expect(form.getByRole('combobox', { name: 'Model' })).toHaveValue('')
  await expect(form.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog', { name: 'Discard changes' }).getByRole('button', { name: 'Discard' }).click()
  await expect(form).toBeHidden()

  const status = page.getByRole('dialog', { name: 'RV Status' })
  await chooseAction(
    page
      .locator('tbody tr')
      .filter({ hasNot: page.getByText('-', { exact: true }) })
      // No warranty is known of the RV that an owner has just registered.
      .filter({ hasNotText: 'Journey Owner' })
      .first(),
    'Check Status',
  )
  await expect(status.getByRole('row', { name: /^WarrantyExpire \d\d-\d\d-\d{4}$/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(status).toBeHidden()

  await page.goto('/rv-management?serial_no=000')
  await page.getByRole('switch', { name: 'Show inactive' }).focus()
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/inactive=true/)
})

test('a user is erased by keyboard: in a week, kept, and then at once', async ({ page, request, server }) => {
  const app = await ownersApp(request, server)
  const owner = { name: 'Erase Journey', email: 'erase.journey@example.com', password: 'camp-fire-1!' }
  expect((await app.post('users/register', owner)).status()).toBe(200)
  await signIn(page, '/users?email=erase.journey')
  await rowOf(page, owner.email).getByRole('link').first().click()
  const part = page.getByRole('region', { name: 'Privacy' })
  const erase = part.getByRole('button', { name: 'Erase…' })
  const dialog = page.getByRole('dialog', { name: 'Erase User' })
  const fill = async () => {
    await erase.focus()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeVisible()
    await dialog.getByLabel('The user', { exact: true }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await expect(dialog.getByLabel('By their password')).toBeChecked()
  }
  await fill()
  await expectAccessible(page, 'the dialog of an erase')
  await dialog.getByRole('button', { name: 'Erase', exact: true }).press('Enter')
  await expectToast(page, 'User will be erased in 7 days.')
  await expect(erase).toBeFocused()
  await expect(part.getByText('This user will be erased')).toBeVisible()
  await expectAccessible(page, 'the privacy of a user')
  await part.getByRole('button', { name: 'Keep this user' }).press('Enter')
  await expectToast(page, 'User will not be erased.')
  await fill()
  await dialog.getByLabel('Erase at once').press('Space')
  await dialog.getByRole('button', { name: 'Erase now' }).press('Enter')
  await expectToast(page, 'User has been erased.')
  await expect(part).toContainText('This user was erased')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Erased')
  expect((await app.post('users/sign_in', owner)).status()).toBe(422)
})

test('two accounts that have the same RV are merged, and the undo says which messages stay', async ({
  page,
  request,
  server,
}) => {
  const app = await ownersApp(request, server)
  const [model] = (await app.get('models')).data
  const rv = { category: model.cat_id._id, year: model.year_id._id, model: model._id }
  const both = '1FTFW1ET5DF313131'
  for (const [name, vins] of Object.entries({ 'Twin One': [both, '1FTFW1ET5DF323232'], 'Twin Two': [both] })) {
    const owner = { name, email: `${name.replace(' ', '.').toLowerCase()}@example.com`, password: 'camp-fire-1!' }
    expect((await app.post('users/register', owner)).status()).toBe(200)
    const { data } = await (await app.post('users/sign_in', owner)).json()
    for (const vin of vins) expect((await app.post('rvs/add', { ...rv, vin }, data.token)).status()).toBe(200)
  }
  await signIn(page, '/users?email=twin.one')
  await rowOf(page, 'twin.one@example.com').getByRole('link').first().click()
  const part = page.getByRole('region', { name: 'Privacy' })
  await part.getByRole('button', { name: 'Merge into another account…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge User' })
  await dialog.getByRole('combobox', { name: 'Account that stays' }).fill('Twin Two')
  await page.getByRole('option', { name: /Twin Two/ }).click()
  await expect(
    dialog.getByText(/^These move: 1 RV\. 1 RV is in both accounts: that of the account that stays is kept/),
  ).toBeVisible()
  await expectAccessible(page, 'the dialog of a merge')
  await dialog.getByLabel('By the passwords of both').check()
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(part).toContainText('merged')

  await page.goto('/users?email=twin.two')
  const sent = await rowOf(page, 'twin.two@example.com').getByRole('link').first().getAttribute('href')
  const answer = await page.evaluate(
    async ([user, path]) => {
      const { api, apiKey } = JSON.parse(document.getElementById('app-settings')?.textContent ?? '')
      const headers = { 'content-type': 'application/json', 'x-api-key': apiKey, token: localStorage.token }
      const text = { title: 'A recall', description: 'Please call us.', user_ids: [user] }
      return (await fetch(`${api}/${path}`, { method: 'POST', headers, body: JSON.stringify(text) })).status
    },
    [sent?.split('/').at(-1), notifications.send.path] as const,
  )
  expect(answer).toBe(200)
  await page.goto('/recent-changes')
  await rowOf(page, 'Merged user Twin One').getByRole('button', { name: /^Undo/ }).click()
  const question = page.getByRole('dialog', { name: 'Undo change' })
  await expect(question.getByRole('button', { name: /^Undo/ })).toBeEnabled()
  await expectAccessible(page, 'the undo of a merge')
  await question.getByRole('button', { name: /^Undo/ }).click()
  await expectToast(page, 'Change undone. Messages that the other account got meanwhile stay there.')
})
