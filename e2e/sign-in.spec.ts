import { expect, expectToast, signInByHand, test } from './journey.ts'
import { ADMIN, until } from './server.ts'

test('an administrator signs in, looks around and signs out', async ({ page }) => {
  await page.goto('/rv-types?page=1')
  await expect(page.getByRole('button', { name: 'LOGIN' })).toBeVisible()
  await signInByHand(page)
  await expectToast(page, 'Logged in successful')
  for (const title of ['App Login Counts', 'Registered Users', 'RV Management', 'Dealers/Service', 'Check Lists']) {
    await expect(page.getByRole('main').getByText(title)).toBeVisible()
  }
  await page.goto('/login')
  await expect(page).toHaveURL('/dashboard')
  await page.getByRole('button', { name: /User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: 'LOGIN' })).toBeVisible()
})

test('a forgotten password is set again with the mailed code', async ({ page, server }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Forgot Password?' }).click()
  await expect(page).toHaveURL('/forget-password')
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expectToast(page, 'Reset password OTP has been sent to your email id.')
  await expectToast(page, 'This server sends no email. The mail is kept on it.')
  await expect(page).toHaveURL(`/reset-password/${encodeURIComponent(ADMIN.email)}`)

  const mailed = () => /is[\s=]+(\d{6})/.exec(server.newestMail() ?? '')?.[1]
  await until(() => mailed() !== undefined)
  const code = mailed() ?? ''
  const password = 'another-horse-2?'
  await page.getByRole('textbox', { name: 'OTP' }).fill(code === '123456' ? '654321' : '123456')
  await page.getByLabel('New Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password', { exact: true }).fill('something else')
  await page.keyboard.press('Tab')
  await expect(page.getByText('New Password and Confirm Password does not match.')).toBeVisible()
  await page.getByLabel('Confirm Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText('Invalid OTP, please enter the valid OTP').first()).toBeVisible()

  await page.getByRole('textbox', { name: 'OTP' }).fill(code)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expectToast(page, 'Password has been updated successfully.')
  await expect(page).toHaveURL('/')
  await signInByHand(page, { email: ADMIN.email, password })

  await page.goto('/edit-profile')
  await page.getByLabel('Old Password', { exact: true }).fill(password)
  await page.getByLabel('New Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Save', exact: true }).last().click()
  await expectToast(page, 'Password changed successfully.')
  await expect(page).toHaveURL('/dashboard')
})
