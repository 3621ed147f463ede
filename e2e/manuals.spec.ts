import { readFile } from 'node:fs/promises'
import { extractText, getDocumentProxy } from 'unpdf'
import { chooseAction, expect, expectToast, openActions, rowOf, signIn, test } from './journey.ts'

test('an administrator publishes a manual with its pages and downloads its PDF', async ({ page }) => {
  await signIn(page, '/manuals')
  await page.getByRole('button', { name: 'New' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'RV Type' }).click()
  await page.getByRole('option', { name: 'Folding Camping Trailer' }).click()
  await dialog.getByRole('combobox', { name: 'Year' }).click()
  await page.getByRole('option', { name: '2024' }).click()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Manual added successfully.')
  const row = rowOf(page, 'Folding Camping Trailer')
  const download = page.getByRole('menuitem', { name: /^Download PDF/ })
  await openActions(row)
  await expect(download).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')

  await row.getByRole('button', { name: /^Filter manual pages/ }).click()
  await expect(page.getByRole('heading', { name: 'Manual Pages', level: 1 })).toBeVisible()
  await expect(page.getByText('No Records Found.')).toBeVisible()
  await page.getByRole('button', { name: 'New' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Manual' })).toHaveValue('Folding Camping Trailer - 2024')
  await expect(dialog.getByRole('combobox', { name: 'Sub Topic' })).toBeDisabled()
  await dialog.getByRole('combobox', { name: 'Topic', exact: true }).fill('plumb')
  // The choices move while they load.
  const topics = page.getByRole('listbox', { name: 'Topic', exact: true }).getByRole('option')
  await expect(topics).toHaveText(['Plumbing', 'Add “plumb”'])
  await topics.first().click()
  await dialog.getByRole('combobox', { name: 'Sub Topic' }).click()
  await page.getByRole('option', { name: 'Water Pump' }).click()
  const editor = dialog.getByRole('textbox', { name: 'Content' })
  await editor.click()
  await page.keyboard.type('Prime the pump before the first trip.')
  await page.keyboard.press('Enter')
  const picture = dialog.locator('input[type=file]')
  await picture.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(page.getByText('Upload valid image. Only JPG, JPEG or PNG are allowed.')).toBeVisible()
  await picture.setInputFiles({ name: 'pump.png', mimeType: 'image/png', buffer: await aPng(page) })
  await expect(editor.locator('img')).toHaveAttribute('src', /\/files\/manual-pages\//)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Manual Page added successfully.')
  await expect(rowOf(page, 'Water Pump')).toBeVisible()

  await page.goBack()
  await chooseAction(row, 'Generate PDF')
  await expectToast(page, 'PDF generated successfully.')
  await openActions(row)
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
  expect(file.suggestedFilename()).toBe('Folding Camping Trailer - 2024.pdf')
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(await file.path())))
  const { text } = await extractText(pdf, { mergePages: true })
  expect(text).toContain('Folding Camping Trailer - 2024')
  expect(text).toContain('Prime the pump before the first trip.')

  await page.goto('/manual-pages?name=folding')
  await page.getByRole('button', { name: /^Delete .* · Water Pump$/ }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Manual Page removed successfully.')
  await page.goto('/manuals')
  await expect(row.getByText('Out of date')).toBeVisible()
  await row.getByRole('button', { name: 'Delete Folding Camping Trailer - 2024' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Manual removed successfully.')
})

test('the first page of a manual is written from nothing in one form, by keyboard', async ({ page }) => {
  await signIn(page, '/manual-pages')
  await page.getByRole('button', { name: 'New' }).click()
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

/** A small picture, drawn by the browser. */
async function aPng(page: import('@playwright/test').Page) {
  const address = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 300
    canvas.height = 200
    canvas.getContext('2d')?.fillRect(20, 20, 100, 100)
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}
