import { readFile } from 'node:fs/promises'
import { extractText, getDocumentProxy } from 'unpdf'
import { chooseAction, expect, expectToast, openActions, rowOf, signIn, test } from './journey.ts'

test('an administrator publishes a manual with its pages and downloads its PDF', async ({ page }) => {
  await signIn(page, '/manuals')
  await page.getByRole('button', { name: 'New', exact: true }).click()
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
  await page.getByRole('button', { name: 'New', exact: true }).click()
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
