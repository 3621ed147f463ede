import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { aPdf } from '../server/testing/manuals.ts'
import { expireSession } from './expired-session.ts'
import { chooseAction, expect, expectToast, openActions, rowOf, signIn, test } from './journey.ts'
import { ADMIN } from './server.ts'

const over = (page: Page) => page.getByRole('dialog', { name: 'Please sign in again' })

async function signInAgain(page: Page) {
  await expect(over(page).getByLabel('Email')).toHaveValue(ADMIN.email)
  await over(page).getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await expect(over(page)).toBeHidden()
}

async function typeTopic(page: Page, name: string) {
  // What is typed before the key has come is not stored yet.
  const key = page.waitForResponse('**/admin/users/draft_key*')
  await page.goto('/topics?new')
  await key
  const dialog = page.getByRole('dialog', { name: 'New Topic' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('textbox', { name: 'Sequence No.' }).fill('81')
  return dialog
}

async function expectOnce(page: Page, name: string) {
  await page.goto(`/topics?name=${encodeURIComponent(name)}`)
  await expect(rowOf(page, name)).toHaveCount(1)
}

test('a session that ends before Save: the sign-in opens over the form, and the topic is added once', async ({
  page,
  server,
}) => {
  await signIn(page)
  const dialog = await typeTopic(page, 'Ended before')
  await expireSession(page, server)
  await expect(over(page)).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Ended before')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await signInAgain(page)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Topic added successfully.')
  await expectOnce(page, 'Ended before')
})

test('a session that ends while the answer of a save is under way: the topic is there once', async ({
  page,
  server,
}) => {
  await signIn(page)
  const dialog = await typeTopic(page, 'Ended after')
  await page.route(
    '**/admin/topics/add*',
    async (route) => {
      const answer = await route.fetch()
      await expireSession(page, server)
      // The answer is cut off, and the next call finds the session ended.
      expect(answer.status()).toBe(200)
      await route.abort('internetdisconnected')
    },
    { times: 1 },
  )
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await signInAgain(page)
  await expect(dialog.getByRole('alert').filter({ hasText: 'Network Problem' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expectOnce(page, 'Ended after')
})

test('a session that ends with a notification: it is sent once, to whom was chosen', async ({ page, server }) => {
  await signIn(page, '/manage-notifications')
  await page.route('**/changes/stream*', (route) => route.abort('internetdisconnected'))
  await page.reload()
  await page
    .getByRole('checkbox', { name: /^Select / })
    .first()
    .check()
  await page.getByRole('textbox', { name: 'Title' }).fill('Sent once')
  await page.getByRole('textbox', { name: 'Message' }).fill('And only once.')
  await expireSession(page, server)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await signInAgain(page)
  await expectToast(page, 'Notification has been sent.')
  await page.goto('/manage-notifications?view=sent')
  await expect(rowOf(page, 'Sent once')).toHaveCount(1)
})

test('after a reload there is the login page, and then the form with what was typed', async ({ page, server }) => {
  await signIn(page)
  const dialog = await typeTopic(page, 'Over a reload')
  await expireSession(page, server)
  await expect(over(page)).toBeVisible()
  await page.reload()
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'LOGIN' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Over a reload')
})

test('a session that ends with a picture chosen: the picture stays, and is sent once', async ({ page, server }) => {
  await signIn(page)
  await page.route('**/changes/stream*', (route) => route.abort('internetdisconnected'))
  await page.goto('/slider-images?new')
  const dialog = page.getByRole('dialog', { name: 'New Slider Image' })
  // Its calls would meet the end of the session before the picture does.
  await dialog.getByRole('button', { name: 'Hide preview' }).click()
  await dialog.getByLabel('Sequence No.').fill('8181')
  const buffer = await sharp({ create: { width: 1242, height: 743, channels: 3, background: '#27a' } })
    .jpeg()
    .toBuffer()
  const file = dialog.getByRole('button', { name: 'Image', exact: true })
  await file.setInputFiles({ name: 'lake.jpg', mimeType: 'image/jpeg', buffer })
  await expireSession(page, server)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await signInAgain(page)
  await expectToast(page, 'Image added successfully.')
  await page.goto('/slider-images?seq_no=8181')
  await expect(page.getByRole('img', { name: 'slider image 8181' })).toHaveCount(1)
})

test('a session that ends while a PDF is uploaded: it is sent again by itself, and the manual has it', async ({
  page,
  server,
}) => {
  await signIn(page)
  await page.route('**/changes/stream*', (route) => route.abort('internetdisconnected'))
  await page.goto('/manuals')
  await page.route(
    '**/admin/manuals/create_pdf*',
    async (route) => {
      await expireSession(page, server)
      await route.continue()
    },
    { times: 1 },
  )
  const row = page.locator('tbody tr').first()
  const uploaded = page.waitForResponse((answer) => answer.url().includes('create_pdf') && answer.status() === 200)
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), chooseAction(row, 'Upload PDF')])
  await chooser.setFiles({
    name: 'guide.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(await (await aPdf()).arrayBuffer()),
  })
  await signInAgain(page)
  await expectToast(page, 'file uploaded successfully')
  await uploaded
  await openActions(row)
  await expect(page.getByRole('menuitem', { name: /^Download PDF/ })).not.toHaveAttribute('aria-disabled')
})

test('a session that somebody ends is off the screen at once, and what was typed out of the browser', async ({
  page,
  browser,
  server,
}) => {
  const elsewhere = await browser.newContext({ baseURL: server.url })
  const other = await elsewhere.newPage()
  await signIn(other, '/sign-in-and-security')
  await signIn(page)
  const dialog = await typeTopic(page, 'Not for everybody')
  const kept = () =>
    page.evaluate(async () => {
      const opening = indexedDB.open('back-office')
      await new Promise((opened) => (opening.onsuccess = opened))
      const reading = opening.result.transaction('drafts').objectStore('drafts').getAll()
      await new Promise((read) => (reading.onsuccess = read))
      opening.result.close()
      const text = (part: unknown) => (part instanceof Uint8Array ? new TextDecoder().decode(part) : String(part))
      return (reading.result as object[]).map((draft) => Object.values(draft).map(text).join())
    })
  await expect.poll(async () => (await kept()).length).toBe(1)
  expect((await kept()).join()).not.toMatch(/Not for everybody|topics/)
  await expect(dialog).toBeVisible()

  await other.getByRole('button', { name: 'Sign out all others' }).click()
  await other
    .getByRole('dialog', { name: 'Sign out all other sessions' })
    .getByRole('button', { name: 'Sign out' })
    .click()
  await expect(page.getByText('Your session was ended, so this browser kept nothing from it.')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await page.content()).not.toContain('Not for everybody')
  await expect.poll(kept).toEqual([])
  await elsewhere.close()
})
