import sharp from 'sharp'
import { expireSession } from './expired-session.ts'
import { expect, expectToast, signIn, signInByHand, test } from './journey.ts'
import { ADMIN } from './server.ts'

test('the login page loads at most 140 KB of script, and nothing of what comes later', async ({ page, request }) => {
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await page.goto('/')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.waitForLoadState('networkidle')
  const bytes = await Promise.all(
    scripts.map(async (url) => {
      const answer = await request.head(url, { headers: { 'accept-encoding': 'br' } })
      return Number(answer.headers()['content-length'])
    }),
  )
  expect(scripts).toContainEqual(expect.stringContaining('/assets/account-'))
  expect(bytes.reduce((sum, size) => sum + size, 0) / 1024).toBeLessThanOrEqual(140)
})

test('a name and a picture are changed, and a file that lies about its type is refused', async ({ page }) => {
  await signInByHand(page)
  await page.getByRole('button', { name: /User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Edit Profile' }).click()
  await expect(page).toHaveURL('/edit-profile')
  const file = page.locator('input[type=file]')
  const save = page.getByRole('button', { name: 'Save', exact: true }).first()

  await file.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') })
  await expect(page.getByText('Upload valid image. Only PNG are allowed.')).toBeVisible()
  await expect(save).toBeDisabled()
  await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.alloc(102_401) })
  await expect(page.getByText('File size should not be more than 100 KB')).toBeVisible()
  await expect(save).toBeDisabled()
  await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture either') })
  await save.click()
  await expect(page.getByText('Upload valid image. Only PNG are allowed.').first()).toBeVisible()

  const picture = await sharp({ create: { width: 120, height: 120, channels: 3, background: '#c63' } })
    .png()
    .toBuffer()
  await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
  await page.getByLabel('Name').fill('Ada Lovelace')
  await save.click()
  await expectToast(page, 'Profile updated successfully.')
  await expect(page).toHaveURL('/dashboard')
  const menu = page.getByRole('button', { name: 'User menu of Ada Lovelace' })
  await expect(menu).toBeVisible()
  await expect(menu.locator('img')).toHaveJSProperty('naturalWidth', 120)

  // The journeys share one administrator; the others expect this name.
  await page.goto('/edit-profile')
  await page.getByLabel('Name').fill('Administrator')
  await save.click()
  await expect(page.getByRole('button', { name: 'User menu of Administrator' })).toBeVisible()
})

test('pages that do not exist or are not allowed say so and lead back', async ({ page }) => {
  await signInByHand(page)
  await page.goto('/no-such-page')
  await expect(page.getByText('Sorry, the page you visited does not exist.')).toBeVisible()
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(page).toHaveURL('/dashboard')
  // As mail programs mangle links.
  for (const mangled of [
    '/reset-password/%zz',
    '/rv-types/%',
    '/accept-invitation/%E0%A4%A',
    '/end-session/abc%=?x=%',
    '/wp-login.php',
    `/${'x'.repeat(9000)}`,
  ]) {
    expect((await page.goto(mangled))?.headers()['content-type']).toContain('text/html')
    await expect(page.getByText('Sorry, the page you visited does not exist.')).toBeVisible()
  }
  await page.goto('/unauthorized')
  await expect(page.getByText('Sorry, you are not allowed to use this page.')).toBeVisible()
})

test('a session that runs out opens the sign-in over what is being typed', async ({ page, server }) => {
  await signInByHand(page)
  await page.getByRole('link', { name: 'Years' }).click()
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('2031')
  await expireSession(page, server)
  // The stream of changes reports it; nothing has to be clicked.
  await expect(page.getByRole('button', { name: 'LOGIN' })).toBeVisible()
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'LOGIN' }).click()
  await expect(page).toHaveURL('/years?new')
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toHaveValue('2031')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Year added successfully.')
})

test('a lost connection is told until it is back', async ({ page, context }) => {
  await signIn(page, '/years')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await context.setOffline(true)
  const notice = page.getByText('No Internet! Please check your internet connectivity.')
  await expect(notice).toBeVisible()
  await context.setOffline(false)
  await expect(notice).toBeHidden()
})
