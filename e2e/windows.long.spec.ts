import type { Page } from '@playwright/test'
import { expect, expectToast, rowOf, signIn, test } from './journey.ts'

/** A second window of the same browser, on the same address. */
async function secondWindow(page: Page) {
  const other = await page.context().newPage()
  await other.goto(page.url())
  return other
}

async function openNewYear(page: Page, name: string) {
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'New Year' })
  await dialog.getByRole('textbox').fill(name)
  return dialog
}

test('of two windows each keeps what is typed in it, and each saves its own', async ({ page }) => {
  await signIn(page, '/years')
  const mine = await openNewYear(page, '1971')
  const other = await secondWindow(page)
  const theirs = other.getByRole('dialog', { name: 'New Year' })
  await expect(theirs.getByRole('textbox')).toHaveValue('')
  await theirs.getByRole('textbox').fill('1972')

  await theirs.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(other, 'Year added successfully.')
  await expect(mine.getByRole('textbox')).toHaveValue('1971')
  await mine.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Year added successfully.')
  await page.goto('/years?filter.name=197')
  for (const year of ['1971', '1972']) await expect(rowOf(page, year)).toHaveCount(1)
})

test('who signs out in one window is signed out in the other', async ({ page }) => {
  await signIn(page, '/years')
  const other = await secondWindow(page)
  await expect(other.getByRole('button', { name: 'New', exact: true })).toBeVisible()
  await page.getByRole('button', { name: /User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: 'LOGIN' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'LOGIN' })).toBeVisible()
})

test('Back closes a dialog and asks first when something was typed; Forward and a reload open it', async ({ page }) => {
  await signIn(page)
  await page.getByRole('link', { name: 'Years' }).click()
  const dialog = await openNewYear(page, '1973')
  await expect(page).toHaveURL('/years?new')
  await page.goBack()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog.getByRole('textbox')).toHaveValue('1973')
  await expect(page.getByText('have not been saved')).toBeHidden()
  await page.goBack()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/years')
  await page.goForward()
  await expect(dialog.getByRole('textbox')).toHaveValue('')
  await page.reload()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/years')
})

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test(`the focus returns to what opened a dialog, motion: ${reducedMotion}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion })
    // As where the processor is busy: a while passes between one line and the next.
    await page.addInitScript(() => {
      const { setTimeout } = window
      const thenBusy = (...words: Parameters<typeof setTimeout>) => {
        const timer = setTimeout(...words)
        for (const end = performance.now() + 15; performance.now() < end; );
        return timer
      }
      Object.assign(window, { setTimeout: thenBusy })
    })
    await signIn(page, '/years')
    const opener = page.getByRole('button', { name: 'New', exact: true })
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'New Year' }).getByRole('textbox')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(opener).toBeFocused()
  })
}
