import { readFile } from 'node:fs/promises'
import { chooseAction, expect, expectToast, openActions, rowOf, signIn, test } from './journey.ts'

test('the first page of a manual is written from nothing in one form, by keyboard', async ({ page }) => {
  await signIn(page, '/manual-pages')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const form = page.getByRole('form', { name: 'New Manual Page' })
  const dialog = (title: string) => page.getByRole('dialog', { name: title, exact: true })
  const save = async (title: string) => {
    await expect(dialog(title).getByRole('button', { name: 'Save', exact: true })).toBeEnabled()
    await page.keyboard.press('Control+s')
    await expect(dialog(title)).toHaveCount(0)
  }
  const text = form.getByRole('textbox', { name: 'Content' })
  await text.click()
  await page.keyboard.type('Written before anything else was there.')

  const manual = form.getByRole('combobox', { name: 'Manual' })
  await manual.press('ArrowDown')
  await manual.press('ArrowUp')
  await page.keyboard.press('Enter')
  for (const [choice, typed, title] of [
    ['RV Type', 'Bubble Pod', 'New RV Type'],
    ['Year', '2047', 'New Year'],
  ] as const) {
    const field = dialog('New Manual').getByRole('combobox', { name: choice })
    await field.fill(typed)
    await expect(page.getByRole('option', { name: `Add “${typed}”` })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(dialog(title).getByLabel('Name')).toHaveValue(typed)
    await page.keyboard.press('Escape')
    await expect(dialog(title)).toHaveCount(0)
    await expect(field).toBeFocused()
    await expect(field).toHaveValue(typed)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(dialog(title).getByLabel('Name')).toHaveValue(typed)
    await save(title)
    await expect(field).toHaveValue(typed)
  }
  await save('New Manual')
  await expect(manual).toHaveValue('Bubble Pod - 2047')

  await form.getByRole('combobox', { name: 'Topic', exact: true }).fill('Sleeping')
  await page.getByRole('option', { name: 'Add “Sleeping”' }).click()
  await save('New Topic')
  await form.getByRole('combobox', { name: 'Sub Topic' }).fill('Mattress')
  await page.getByRole('option', { name: 'Add “Mattress”' }).click()
  await expect(dialog('New Sub Topic').getByRole('combobox', { name: 'Topic' })).toHaveValue('Sleeping')
  await save('New Sub Topic')
  await expect(text).toHaveText('Written before anything else was there.')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Manual Page added successfully.')
  await expect(rowOf(page, 'Mattress')).toBeVisible()
})

test('a file that is no PDF is refused by its name, and one that is becomes the manual’s PDF', async ({ page }) => {
  await signIn(page, '/manuals')
  const row = rowOf(page, 'Fifth Wheel')
  // The browser reports its file dialog only while there is a listener; one added with the click may be too late.
  page.on('filechooser', () => {})
  const choose = async (name: string, content: Buffer) => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), chooseAction(row, 'Upload PDF')])
    await chooser.setFiles({ name, mimeType: 'application/pdf', buffer: content })
  }
  await choose('setup.pdf', Buffer.from('MZ this program cannot be run in DOS mode'))
  await expectToast(page, 'setup.pdf is not a pdf file')
  await openActions(row)
  await expect(page.getByRole('menuitem', { name: /^Download PDF/ })).toHaveAttribute('aria-disabled', 'true')
  await page.goto('/manuals?rv_type=truck')
  const made = rowOf(page, '2027')
  const [file] = await Promise.all([page.waitForEvent('download'), chooseAction(made, 'Download PDF')])
  const content = await readFile(await file.path())
  await page.goto('/manuals')
  await choose('guide.pdf', content)
  await expectToast(page, 'file uploaded successfully')
  await openActions(row)
  await expect(page.getByRole('menuitem', { name: /^Download PDF/ })).not.toHaveAttribute('aria-disabled')
})
