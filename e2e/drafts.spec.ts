import { expect, signIn, test } from './journey.ts'

test('what was being written when the tab went away is offered in another one, and only there', async ({ page }) => {
  await signIn(page, '/manual-pages')
  await page
    .getByRole('button', { name: /^Edit What Is Covered/ })
    .first()
    .click()
  const written = 'Written just before the crash. '
  await page.getByRole('textbox', { name: 'Content' }).click()
  await page.keyboard.type(written)
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('draft:'))))
    .toBe(true)

  const beside = await page.context().newPage()
  await beside.goto('/manual-pages')
  await expect(beside.getByRole('button', { name: /^Edit What Is Covered/ }).first()).toBeVisible()
  await expect(beside.getByRole('dialog')).toHaveCount(0)
  await page.close({ runBeforeUnload: false })

  await beside.goto('/dashboard')
  await beside.goto('/manual-pages')
  const dialog = beside.getByRole('dialog', { name: 'Edit Manual Page' })
  await expect(dialog.getByText('What you typed before was kept.')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Content' })).toContainText(written.trim())
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Content' })).not.toContainText(written.trim())
})
