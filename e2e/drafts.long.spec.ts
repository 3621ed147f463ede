import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectToast, rowOf, signIn, test } from './journey.ts'

/** The drafts that this browser keeps, as how many files each has. */
const stored = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const opening = indexedDB.open('back-office')
        opening.onsuccess = () => {
          const reading = opening.result.transaction('drafts').objectStore('drafts').getAll()
          reading.onsuccess = () => resolve(reading.result.map(({ files }: { files: unknown[] }) => files.length))
        }
      }),
  )

/** How many drafts this browser keeps. */
const kept = async (page: Page) => (await stored(page)).length

const aPicture = () =>
  sharp({ create: { width: 60, height: 60, channels: 3, background: '#264' } })
    .png()
    .toBuffer()

async function typeTopic(page: Page, name: string) {
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'New Topic' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('textbox', { name: 'Sequence No.' }).fill('71')
  return dialog
}

test('what was being written when the tab went away is offered in another one, and only there', async ({ page }) => {
  await signIn(page, '/manual-pages')
  await page
    .getByRole('button', { name: /^Edit .* What Is Covered$/ })
    .first()
    .click()
  const written = 'Written just before the crash. '
  await expect(page.getByRole('textbox', { name: 'Content' })).toBeFocused()
  await page.keyboard.type(written)
  await expect.poll(() => kept(page)).toBe(1)

  const beside = await page.context().newPage()
  await beside.goto('/manual-pages')
  await expect(beside.getByRole('button', { name: /^Edit .* What Is Covered$/ }).first()).toBeVisible()
  await expect(beside.getByRole('region', { name: 'Unsaved' })).toHaveCount(0)
  await page.close({ runBeforeUnload: false })

  await beside.goto('/dashboard')
  await beside.getByRole('button', { name: '1 unsaved draft' }).click()
  await expect(beside.getByText(/^Unsaved: Edit Manual Page.*, \d\d-\d\d-\d{4}, \d/)).toBeVisible()
  await expect(beside.getByRole('dialog', { name: 'Edit Manual Page' })).toHaveCount(0)
  await beside.getByRole('button', { name: 'Resume' }).click()
  const dialog = beside.getByRole('dialog', { name: 'Edit Manual Page' })
  await expect(dialog.getByText('What you typed before was kept.')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Content' })).toContainText(written.trim())
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Content' })).not.toContainText(written.trim())
})

test('a form comes back after a reload with what was typed and the file that was chosen', async ({ page }) => {
  await signIn(page, '/socialmedia?new')
  const dialog = page.getByRole('dialog', { name: /Social Media/ })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Camp fire')
  await dialog.getByRole('textbox', { name: 'URL' }).fill('https://example.com/fire')
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'fire.png', mimeType: 'image/png', buffer: await aPicture() })
  // Wait until the picture is drawn: the browser complains about one that arrives while the page unloads.
  await expect(dialog.locator('img[src^="data:"]')).toBeVisible()
  await expect.poll(() => stored(page)).toEqual([1])
  // Playwright answers the question of the browser with yes.
  await page.reload()
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Camp fire')
  await expect(dialog.getByText('fire.png')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, /added successfully/)
  await expect(rowOf(page, 'Camp fire')).toHaveCount(1)
  expect(await kept(page)).toBe(0)
})

test('a duplicated tab has drafts of its own', async ({ page }) => {
  await signIn(page, '/topics')
  const mine = await typeTopic(page, 'Mine alone')
  await expect.poll(() => kept(page)).toBe(1)
  // What the browser copies into a duplicate.
  const copied = await page.evaluate(() => Object.fromEntries(Object.entries(sessionStorage)))
  const copy = await page.context().newPage()
  await copy.addInitScript((copied) => Object.assign(sessionStorage, copied), copied)
  await copy.goto('/topics?new')
  const theirs = copy.getByRole('dialog', { name: 'New Topic' })
  await expect(theirs.getByRole('textbox', { name: 'Name' })).toHaveValue('')
  await theirs.getByRole('textbox', { name: 'Name' }).fill('The other')
  await expect.poll(() => kept(page)).toBe(2)
  await expect(mine.getByRole('textbox', { name: 'Name' })).toHaveValue('Mine alone')
})

test('who logs out in one window forgets what was typed in all of them', async ({ page }) => {
  await signIn(page, '/topics')
  await typeTopic(page, 'Never to be seen')
  await expect.poll(() => kept(page)).toBe(1)
  const other = await page.context().newPage()
  await other.goto('/dashboard')
  await other.getByRole('button', { name: /User menu/ }).click()
  await other.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: 'LOGIN' })).toBeVisible()
  await expect.poll(() => kept(page)).toBe(0)
})

test('the selection of a notification comes back with its text', async ({ page }) => {
  await signIn(page, '/manage-notifications')
  await page
    .getByRole('checkbox', { name: /^Select / })
    .first()
    .check()
  await page.getByRole('textbox', { name: 'Title' }).fill('Recall')
  await expect.poll(() => kept(page)).toBe(1)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Recall')
  await expect(page.getByText('1 user selected').first()).toBeVisible()
})
