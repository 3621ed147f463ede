import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { appImages } from '#contract/app-images.ts'
import { imageMessages } from '#contract/file-fields.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { aFile, anAppImage, pageOfRows } from '#web/testing/rows.ts'
import { fitImage } from '#web/ui/image/fit-image.ts'
import { SliderImagesScreen } from './slider-images-screen.tsx'

let api: ReturnType<typeof fakeApi>
const open = () => renderScreen(<SliderImagesScreen />, { path: '/slider-images' })

async function openNew() {
  open()
  // Users can choose any file in spite of the accept attribute.
  const user = userEvent.setup({ applyAccept: false })
  await user.click(await screen.findByRole('button', { name: 'New' }))
  const form = within(await screen.findByRole('dialog', { name: 'New Slider Image' }))
  return { user, form, file: form.getByLabelText(/^Image/), save: form.getByRole('button', { name: 'Save' }) }
}

beforeEach(() => {
  api = fakeApi()
  api.answers(appImages.list, pageOfRows([anAppImage()]))
})

describe('Slider Images', () => {
  it('shows the pictures and the columns of the specification', async () => {
    open()
    expect(await screen.findByRole('img', { name: 'slider image 1' })).toHaveAttribute('src', anAppImage().url)
    const titles = screen.getAllByRole('columnheader').map((header) => header.textContent?.trim())
    expect(titles).toEqual(['Move', 'Select', 'Image', 'Sequence No.', 'Status', 'Actions'])
  })

  it('adds a picture with its code, and shows how far it is', async () => {
    let finish = () => {}
    const answer = { message: 'Image added successfully.', data: anAppImage() }
    api.answers(appImages.add, () => new Promise((resolve) => (finish = () => resolve(answer))))
    const { user, form, file, save } = await openNew()
    expect(form.getByText('JPG, JPEG or PNG, 1242x743 pixels')).toBeVisible()
    expect(form.getByText('At most 300 KB')).toBeVisible()
    await user.type(form.getByRole('textbox', { name: 'Sequence No.' }), '4')
    expect(save).toBeDisabled()
    await user.upload(file, aFile('lake.jpg', 'image/jpeg'))
    expect(form.getByText('lake.jpg')).toBeVisible()
    await user.click(save)
    expect(await screen.findByText('50%')).toBeVisible()
    finish()
    expect(await screen.findByText('Image added successfully.')).toBeVisible()
    expect(api.calls(appImages.add)).toEqual([{ seq_no: '4', code: '3', url: expect.any(File) }])
    expect(api.headers(appImages.add)[0]?.get('idempotency-key')).toBeTruthy()
  })

  it.each([
    ['another kind', aFile('notes.txt', 'text/plain'), 'Upload valid image. Only JPG, JPEG or PNG are allowed.'],
    ['HEIC', aFile('IMG_1.heic', 'image/heic'), 'This is a HEIC picture. To save it as JPEG: on an iPhone,'],
    ['too many bytes', aFile('a.png', 'image/png', 307_201), 'File size should not be more than 300 KB'],
  ])('keeps Save disabled while a file of %s is chosen', async (_kind, wrong, message) => {
    const { user, form, file, save } = await openNew()
    await user.type(form.getByRole('textbox', { name: 'Sequence No.' }), '4')
    await user.upload(file, wrong)
    expect(file).toHaveAccessibleDescription(new RegExp(message))
    expect(save).toBeDisabled()
    await user.click(form.getByRole('button', { name: 'Discard' }))
    await user.upload(file, aFile('b.png', 'image/png'))
    expect(save).toBeEnabled()
  })

  it('offers to make a rejected picture fit, and shows before and after', async () => {
    const before = aFile('photo.jpg', 'image/jpeg', 400_000)
    const after = aFile('photo.jpg', 'image/jpeg', 200_000)
    vi.mocked(fitImage).mockResolvedValue({ before, after, width: 4000, height: 3000 })
    const { user, form, file, save } = await openNew()
    await user.type(form.getByRole('textbox', { name: 'Sequence No.' }), '4')
    await user.upload(file, before)
    await user.click(form.getByRole('button', { name: 'Fit it for me' }))
    expect(await form.findByText('4000x3000 pixels, 391 KB')).toBeVisible()
    expect(form.getByText('1242x743 pixels, 196 KB')).toBeVisible()
    expect(form.queryByText('File size should not be more than 300 KB')).not.toBeInTheDocument()
    expect(form.queryByRole('button', { name: 'Fit it for me' })).not.toBeInTheDocument()
    expect(save).toBeEnabled()
  })

  it('says when a file cannot be made to fit', async () => {
    vi.mocked(fitImage).mockRejectedValue(new Error('This file cannot be read as a picture.'))
    const { user, form, file, save } = await openNew()
    await user.upload(file, aFile('notes.txt', 'text/plain'))
    expect(form.queryByRole('button', { name: 'Fit it for me' })).not.toBeInTheDocument()
    await user.upload(file, aFile('odd.webp', 'image/webp'))
    await user.click(form.getByRole('button', { name: 'Fit it for me' }))
    expect(await form.findByRole('alert')).toHaveTextContent('This file cannot be read as a picture.')
    // What is specified stands first.
    expect(file).toHaveAccessibleDescription(
      /Upload valid image\. Only JPG, JPEG or PNG are allowed\. This is a WebP picture\..* This file cannot be read as a picture\.$/,
    )
    expect(save).toBeDisabled()
  })

  it('shows what the server says of the file', async () => {
    const message = 'Upload valid image. Only JPG, JPEG or PNG are allowed.'
    api.refuses(appImages.add, 415, { message, errors: { url: [message] } })
    const { user, form, file, save } = await openNew()
    await user.type(form.getByRole('textbox', { name: 'Sequence No.' }), '4')
    await user.upload(file, aFile('lake.jpg', 'image/jpeg'))
    await user.click(save)
    await waitFor(() => expect(form.getAllByText(message)).toHaveLength(2))
  })

  it('offers to make a picture fit that has too many pixels for the server', async () => {
    const message = imageMessages.tooManyPixels({ width: 9000, height: 7000 })
    api.refuses(appImages.add, 413, { message, errors: { url: [message] } })
    const [before, after] = [aFile('large.jpg', 'image/jpeg'), aFile('large.jpg', 'image/jpeg', 900)]
    vi.mocked(fitImage).mockResolvedValue({ before, after, width: 9000, height: 7000 })
    const { user, form, file, save } = await openNew()
    await user.type(form.getByRole('textbox', { name: 'Sequence No.' }), '4')
    await user.upload(file, before)
    await user.click(save)
    await waitFor(() => expect(file).toHaveAccessibleDescription(/has too many pixels: 9000x7000/))
    expect(save).toBeDisabled()
    await user.click(form.getByRole('button', { name: 'Fit it for me' }))
    await waitFor(() => expect(save).toBeEnabled())
    expect(form.queryByText(message)).not.toBeInTheDocument()
  })

  it('changes the number and leaves the picture alone', async () => {
    api.answers(appImages.edit, { message: 'Image updated successfully.', data: anAppImage({ version: 2 }) })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Edit slider image 1' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit Slider Image' }))
    await user.type(form.getByRole('textbox', { name: 'Sequence No.' }), '2{Enter}')
    expect(await screen.findByText('Image updated successfully.')).toBeVisible()
    expect(api.calls(appImages.edit)).toEqual([
      { seq_no: '12', code: '3', app_image_id: 'image-1', version: '1', publish_at: '', unpublish_at: '' },
    ])
  })

  it('shows the pictures that collide: as it was, the chosen one and the other one', async () => {
    api.refuses(appImages.edit, 409, {
      message: 'Ann has changed this image in the meantime.',
      data: anAppImage({ url: '/files/theirs.jpg', version: 2 }),
      changed_by: 'Ann',
      changed_at: '2026-11-21T10:30:00.000Z',
      base: { url: '/files/before.jpg', seq_no: 1 },
      collisions: ['url'],
    })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Edit slider image 1' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit Slider Image' }))
    await user.upload(form.getByLabelText(/^Upload Image|^Image|^Picture/), aFile('mine.png', 'image/png'))
    await user.click(form.getByRole('button', { name: 'Save' }))
    const choice = within(await screen.findByRole('radiogroup'))
    await waitFor(() => expect(choice.getAllByRole('img')).toHaveLength(3))
    expect(choice.getAllByRole('img').map((image) => image.getAttribute('src')?.slice(0, 17))).toEqual([
      '/files/before.jpg',
      'data:image/png;ba',
      '/files/theirs.jpg',
    ])
  })
})
