import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { appImages } from '#contract/app-images.ts'
import { preview } from '#contract/preview.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { aFile, anAppImage, pageOfRows } from '#web/testing/rows.ts'
import { SliderImagesScreen } from './slider-images-screen.tsx'

async function openEdit(image = anAppImage(), french = true) {
  const api = fakeApi({ french })
  api.answers(appImages.list, pageOfRows([image]))
  api.answers(appImages.edit, { message: 'Image updated successfully.', data: image })
  const seen = {
    _id: image._id,
    updated_at: image.updated_at,
    url: image.url,
    seq_no: 1,
    code: 3,
    url_file: null,
  } as const
  api.answers(preview.preview, { message: 'Preview', data: seen, others: [], place: 0 })
  const { user } = renderScreen(<SliderImagesScreen />, { path: '/slider-images' })
  await user.click(await screen.findByRole('button', { name: 'Edit slider image 1' }))
  const form = within(await screen.findByRole('dialog', { name: 'Edit Slider Image' }))
  const save = async () => {
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Image updated successfully.')).toBeVisible()
    return api.calls(appImages.edit)
  }
  return { api, user, form, save }
}
const kept = { app_image_id: 'image-1', version: '1', seq_no: '1', code: '3', publish_at: '', unpublish_at: '' }

it('A picture in French is chosen beside the English one, which stays', async () => {
  const { user, form, save } = await openEdit()
  expect(form.queryByRole('button', { name: 'Remove' })).toBeNull()
  await user.upload(form.getByLabelText('Image (French)'), aFile('lac.png', 'image/png'))
  expect(form.getByText('lac.png')).toBeVisible()
  expect(await save()).toEqual([{ ...kept, url_fr: expect.any(File) }])
})

it('A picture in French is taken away by word, unless one keeps it after all', async () => {
  const { user, form, save } = await openEdit(anAppImage({ url_fr: 'http://localhost/files/sliders/2.jpg' }))
  await user.click(form.getByRole('button', { name: 'Remove' }))
  await user.click(form.getByRole('button', { name: 'Keep' }))
  await user.click(form.getByRole('button', { name: 'Remove' }))
  expect(await save()).toEqual([{ ...kept, url_fr: '' }])
})

it('Where owners read no French the form has none, and sends none', async () => {
  const { user, form, save } = await openEdit(anAppImage({ url_fr: 'http://localhost/files/sliders/2.jpg' }), false)
  expect(form.queryByLabelText('Image (French)')).toBeNull()
  await user.type(form.getByRole('textbox', { name: 'Sequence No.' }), '2')
  expect(await save()).toEqual([{ ...kept, seq_no: '12' }])
})
