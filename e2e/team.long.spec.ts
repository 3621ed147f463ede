import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { freePort } from '../server/testing/free-port.ts'
import { test as base, chooseAction, expect, expectToast, rowOf } from './journey.ts'
import { ADMIN, startServer, until } from './server.ts'

// Passkeys belong to a name, not to an IP address. The sign-ins of these journeys end or change each other's.
const test = base.extend<{ complaints: string[] }>({
  server: [
    async ({}, use) => {
      const port = await freePort()
      const url = `http://localhost:${port}`
      const server = await startServer({ PORT: String(port), PUBLIC_URL: url })
      await use({ ...server, url })
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

const PASSWORD = 'grace-brewster-1!'
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })

async function logIn(page: Page, { email, password } = ADMIN) {
  await page.goto('/')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'LOGIN' }).click()
}

/** The link to this page in the newest mail, once that has one and these words. Mails break long lines with '='. */
async function mailedLink(newestMail: () => string | undefined, path: string, words = '') {
  const link = () => {
    const mail = (newestMail() ?? '').replaceAll(/=\r?\n/g, '')
    return mail.includes(words) ? new RegExp(`/${path}#[\\w-]+`).exec(mail)?.[0] : undefined
  }
  await until(() => link() !== undefined)
  return link() as string
}

test('somebody is invited, accepts once, signs in, and is deactivated with the window open', async ({
  page,
  browser,
  server,
}) => {
  await logIn(page)
  await expect(page).toHaveURL('/dashboard')
  await page.getByRole('button', { name: /User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Administrators' }).click()
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = dialogOf(page, 'Invite administrator')
  await dialog.getByLabel('Name').fill('Grace Hopper')
  await dialog.getByRole('textbox', { name: 'Email' }).fill('ADA@example.com')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await expect(dialog.getByText('There is already an administrator with this email address.').first()).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Email' }).fill('grace@example.com')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await expectToast(page, 'Email is not set up here. Please hand over the invitation link.')
  const handedOver = dialogOf(page, 'Link for Grace Hopper')
  const link = await handedOver.getByText(/accept-invitation/).innerText()
  await handedOver.getByRole('button', { name: 'Done' }).click()
  await expect(rowOf(page, 'grace@example.com')).toContainText('Invited')

  const context = await browser.newContext({ baseURL: server.url })
  const other = await context.newPage()
  await other.goto(link)
  await other.getByLabel('Name').fill('Rear Admiral Hopper')
  await other.getByLabel('New Password', { exact: true }).fill(PASSWORD)
  await other.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD)
  await other.getByRole('button', { name: 'Accept' }).click()
  await expect(other).toHaveURL('/login')
  await other.goto(link)
  await expect(other.getByText('This invitation is no longer valid. Please ask for a new one.')).toBeVisible()
  await logIn(other, { email: 'grace@example.com', password: PASSWORD })
  await expect(other).toHaveURL('/dashboard')
  await other.goto('/topics')
  await other.getByRole('button', { name: 'New', exact: true }).click()

  await expect(rowOf(page, 'Rear Admiral Hopper')).toContainText('Active')
  await page.getByRole('button', { name: 'Deactivate Rear Admiral Hopper' }).click()
  await dialogOf(page, 'Deactivate administrator').getByRole('button', { name: 'Deactivate' }).click()
  await expect(rowOf(page, 'Rear Admiral Hopper')).toContainText('Inactive')
  await expect(other.getByRole('button', { name: 'LOGIN' })).toBeVisible()
  await other.getByLabel('Email').fill('grace@example.com')
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await other.getByRole('button', { name: 'LOGIN' }).click()
  await expect(other.getByText('Incorrect email or password.')).toBeVisible()
  await context.close()

  await chooseAction(rowOf(page, 'Rear Admiral Hopper'), 'History')
  await expect(
    page
      .getByRole('dialog')
      .getByText(/deactivated/i)
      .first(),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Deactivate Administrator' })).toHaveAccessibleDescription(
    'You cannot deactivate yourself.',
  )
})

test('one sees where one is signed in, and ends it there at once', async ({ page, browser, server }) => {
  const context = await browser.newContext({ baseURL: server.url })
  const other = await context.newPage()
  await logIn(other)
  await expect(other).toHaveURL('/dashboard')

  await logIn(page)
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/sign-in-and-security')
  const sessions = page.getByRole('list', { name: 'Sessions' })
  await expect(sessions.getByText('This one')).toHaveCount(1)
  await expect(sessions.getByText(/Chrom/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Sign out all others' }).click()
  await dialogOf(page, 'Sign out all other sessions').getByRole('button', { name: 'Sign out' }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(other.getByRole('button', { name: 'LOGIN' })).toBeVisible()
  await context.close()
})

test('a sign-in from a new browser is mailed, with a link that ends it', async ({ page, browser, server }) => {
  await logIn(page)
  await expect(page).toHaveURL('/dashboard')
  // Another one, because the first sign-in may be mailed as well.
  const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const context = await browser.newContext({ baseURL: server.url, userAgent })
  const stranger = await context.newPage()
  await logIn(stranger)
  await expect(stranger).toHaveURL('/dashboard')
  await page.getByRole('button', { name: 'Recent changes' }).click()
  const recent = page.getByRole('dialog', { name: 'Recent changes' })
  await expect(recent.getByText(/ signed in from a new browser: Firefox on Windows$/).first()).toBeVisible()
  const link = await mailedLink(server.newestMail, 'end-session', 'Firefox on Windows')
  await page.goto(link)
  await page.getByRole('button', { name: 'End this session' }).click()
  await expect(page.getByRole('link', { name: 'Change the password' })).toBeVisible()
  await expect(stranger.getByRole('button', { name: 'LOGIN' })).toBeVisible()
  await context.close()
})

test('an authenticator app is set up, asked for, and a recovery code stands in for it', async ({ page }) => {
  await logIn(page)
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/sign-in-and-security')
  await page.getByRole('region', { name: 'Authenticator app' }).getByRole('button', { name: 'Set up' }).click()
  const setUp = dialogOf(page, 'Set up an authenticator app')
  const secret = (await setUp.locator('pre').innerText()).replaceAll(/\s/g, '')
  const app = new TOTP({ secret })
  await setUp.getByRole('textbox', { name: 'Code', exact: true }).fill('000000')
  await setUp.getByRole('button', { name: 'Confirm' }).click()
  await expect(setUp.getByText('This code is not valid.').first()).toBeVisible()
  const first = app.generate()
  await setUp.getByRole('textbox', { name: 'Code', exact: true }).fill(first)
  await setUp.getByRole('button', { name: 'Confirm' }).click()
  const codes = dialogOf(page, 'Your recovery codes')
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const recovery = await codes.getByRole('listitem').allInnerTexts()
  await codes.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(page.getByRole('region', { name: 'Authenticator app' }).getByText('On', { exact: true })).toBeVisible()

  const signOut = async () => {
    await page.getByRole('button', { name: /User menu/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page.getByRole('button', { name: 'LOGIN' })).toBeVisible()
  }
  await signOut()
  await logIn(page)
  // The code that confirmed the app was used.
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(first)
  await page.getByRole('button', { name: 'CONFIRM' }).click()
  await expect(page.getByText('This code is not valid.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(recovery[0] ?? '')
  await page.getByRole('button', { name: 'CONFIRM' }).click()
  await expect(page).toHaveURL('/dashboard')

  await signOut()
  await logIn(page)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(recovery[0] ?? '')
  await page.getByRole('button', { name: 'CONFIRM' }).click()
  await expect(page.getByText('This code is not valid.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Use the authenticator app' }).click()
  // The next code: the one of this half minute may have been used.
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(app.generate({ timestamp: Date.now() + 30_000 }))
  await page.getByRole('button', { name: 'CONFIRM' }).click()
  await expect(page).toHaveURL('/dashboard')

  await page.goto('/sign-in-and-security')
  await expect(page.getByText('9 codes left', { exact: false })).toBeVisible()
  await page.getByRole('region', { name: 'Authenticator app' }).getByRole('button', { name: 'Remove' }).click()
  await dialogOf(page, 'Remove authenticator app').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('region', { name: 'Authenticator app' }).getByText('Off', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Recovery codes' })).toHaveCount(0)
})

test('a passkey is added, signs in without a password and as a second factor, and is removed', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await logIn(page)
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/sign-in-and-security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const adding = dialogOf(page, 'Add a passkey')
  await adding.getByLabel('Name').fill('My laptop')
  await adding.getByRole('button', { name: 'Add' }).click()
  await dialogOf(page, 'Your recovery codes').getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('My laptop')

  const signOut = async () => {
    await page.getByRole('button', { name: /User menu/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
  }
  await signOut()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL('/dashboard')

  await signOut()
  await logIn(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL('/dashboard')

  await page.goto('/sign-in-and-security')
  await page.getByRole('button', { name: 'Remove My laptop' }).click()
  await dialogOf(page, 'Remove passkey').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('list', { name: 'Passkeys' })).toHaveCount(0)
  await signOut()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'passkey' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'LOGIN' })).toBeVisible()
})
