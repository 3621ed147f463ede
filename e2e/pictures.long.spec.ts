import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectToast, signIn, test } from './journey.ts'

/** A photo as a phone takes it: four thousand pixels wide, several megabytes, no two alike. */
async function aPhoto() {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const buffer = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#000', noise } })
    .jpeg({ quality: 80 })
    .toBuffer()
  return { name: 'lake.jpg', mimeType: 'image/jpeg', buffer }
}

const shownAs = (picture: Locator) =>
  picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])

test('a file that is no picture is refused, and a large photo is made to fit and kept', async ({ page, server }) => {
  await signIn(page)
  await page.getByRole('link', { name: 'Slider Images' }).last().click()
  await expect(page.getByRole('img', { name: 'slider image 1', exact: true })).toBeVisible()
  const sliders = join(server.dataDir, 'files', 'sliders')
  const before = readdirSync(sliders).length

  await page.getByRole('button', { name: 'New', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: 'Save', exact: true })
  const file = dialog.getByRole('button', { name: 'Image', exact: true })
  await dialog.getByLabel('Sequence No.').fill('77')

  await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') })
  await expect(dialog.getByText('Upload valid image. Only JPG, JPEG or PNG are allowed.')).toBeVisible()
  await expect(save).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Fit it for me' })).toBeHidden()

  // The browser checks the name; the server checks the bytes.
  await file.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('notes') })
  await save.click()
  await expect(dialog.getByRole('alert')).toContainText('Upload valid image. Only JPG, JPEG or PNG are allowed.')
  expect(readdirSync(sliders)).toHaveLength(before)

  const photo = await aPhoto()
  const cut = photo.buffer.subarray(0, photo.buffer.length * 0.7)
  await file.setInputFiles({ ...photo, buffer: cut })
  await dialog.getByRole('button', { name: 'Fit it for me' }).click()
  await expect(dialog.getByText('This picture is damaged. Part of it is missing.')).toBeVisible()
  await expect(save).toBeDisabled()

  await file.setInputFiles(photo)
  await expect(dialog.getByText('File size should not be more than 300 KB')).toBeVisible()
  await expect(save).toBeDisabled()
  await dialog.getByRole('button', { name: 'Fit it for me' }).click()
  await expect(dialog.getByText(/^4000x3000 pixels/)).toBeVisible()
  await expect(dialog.getByText(/^1242x743 pixels, [12]?\d?\d KB$/)).toBeVisible()
  await save.click()
  await expectToast(page, 'Image added successfully.')
  expect(readdirSync(sliders)).toHaveLength(before + 1)
  const added = page.getByRole('img', { name: 'slider image 77' })
  await added.scrollIntoViewIfNeeded()
  await expect.poll(() => shownAs(added)).toEqual([1242, 743])
})
