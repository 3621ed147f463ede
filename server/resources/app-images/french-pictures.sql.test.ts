import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { appImages } from '#contract/app-images.ts'
import { changes } from '#contract/changes.ts'
import { content } from '#contract/owner/content.ts'
import { sync } from '#contract/owner/sync.ts'
import { preview } from '#contract/preview.ts'
import { sweepFiles } from '../../housekeeping/files-sweep.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { aPicture, formOf } from '../../testing/pictures.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp({ LANGUAGES: 'en,fr' })
})
afterEach(() => app.close())

const asVisitor = { token: '' }
const stored = () => readdir(join(app.dataDir, 'files', 'sliders')).catch(() => [])
const fetched = async (url: string | null) => (await app.app.inject(new URL(url ?? '').pathname)).statusCode
const shown = async (more: object = {}) => (await app.call(content.sliderImages, more as never, asVisitor)).data[0]
const inFrench = () => shown({ language: 'fr' })

const aSlider = async (more: Record<string, File | string> = {}) =>
  (await app.call(appImages.add, formOf({ seq_no: 1, url: await aPicture({ width: 40 }), ...more }))).data
const edit = (app_image_id: string, more: Record<string, File | string | number>) =>
  app.call(appImages.edit, formOf({ app_image_id, seq_no: 1, ...more }))

describe('the picture of a slider in French', () => {
  it('comes with the English one, is what owners get in French, and changes nothing in English', async () => {
    const { _id, url, url_fr } = await aSlider({ url_fr: await aPicture({ width: 50 }) })
    expect([await fetched(url), await fetched(url_fr), (await stored()).length]).toEqual([200, 200, 2])
    const [english, french] = [await shown(), await inFrench()]
    expect([english?.url, english?.url_file?.url]).toEqual([url, url])
    expect([french?.url, french?.url_file?.url, french?.in_english]).toEqual([url_fr, url_fr, undefined])
    expect(Object.keys(english ?? {})).toEqual(expect.not.arrayContaining(['url_fr', 'url_file_fr', 'in_english']))
    const { changed } = await app.call(sync, { language: 'fr' } as never, asVisitor)
    expect(changed.map(({ record }) => record)).toContainEqual(french)
    const fields = { _id, seq_no: '1' }
    const seen = async (language: 'en' | 'fr') =>
      (await app.call(preview.preview, { record_type: 'app_images', fields, language })).data
    expect([await seen('en'), await seen('fr')]).toMatchObject([{ url }, { url: url_fr }])
  })

  it('is the English one where there is none, and says so', async () => {
    const { url, url_fr } = await aSlider()
    expect(url_fr).toBeNull()
    expect(await inFrench()).toMatchObject({ url, in_english: ['url'] })
  })

  it('is added, stays, is replaced and taken away by an edit, each of which can be undone', async () => {
    const { _id, url } = await aSlider()
    const added = await edit(_id, { url_fr: await aPicture({ width: 50 }) })
    const { url_fr } = added.data
    expect([added.data.url, await fetched(url_fr)]).toEqual([url, 200])
    expect((await edit(_id, { seq_no: 2 })).data).toMatchObject({ url, url_fr })
    const both = await edit(_id, { url: await aPicture({ width: 60 }), url_fr: await aPicture({ width: 70 }) })
    expect([both.data.url === url, both.data.url_fr === url_fr, (await stored()).length]).toEqual([false, false, 4])
    const gone = await edit(_id, { url_fr: '' })
    expect(gone.data).toMatchObject({ url: both.data.url, url_fr: null })
    await app.call(changes.undo, { change_id: gone.change_id ?? '' })
    await app.call(changes.undo, { change_id: both.change_id ?? '' })
    expect((await app.call(appImages.get, { app_image_id: _id })).data).toMatchObject({ url, url_fr })
    const [entry] = (await app.call(changes.of_record, { record_type: 'app_images', record_id: _id })).data.slice(-2)
    expect(entry?.fields).toMatchObject([{ label: 'Image (French)', from: null, to: url_fr }])
    const later = Date.now() + 20 * 86_400_000
    expect(await sweepFiles(app.db, app.deps.files, later)).toMatchObject({ files: 4, unnamed: 0, missing: [] })
  })

  it('has the limits of the English one, and leaves no file where either is refused', async () => {
    const wrong = new File(['just text'], 'me.png', { type: 'image/png' })
    const form = { seq_no: 1, url: await aPicture() }
    const refusal = await app.refusal(appImages.add, formOf({ ...form, url_fr: wrong }))
    const reason = 'Upload valid image. Only JPG, JPEG or PNG are allowed.'
    expect([refusal.status, refusal.errors]).toEqual([415, { url_fr: [reason] }])
    const text = await app.refusal(appImages.add, formOf({ ...form, url_fr: 'a text' }))
    expect([text.status, text.errors]).toEqual([422, { url_fr: [reason] }])
    const start = new Uint8Array(await form.url.arrayBuffer())
    const large = new File([start, new Uint8Array(310_000)], 'me.png', { type: 'image/png' })
    expect((await app.refusal(appImages.add, formOf({ ...form, url_fr: large }))).errors).toEqual({
      url_fr: ['File size should not be more than 300 KB'],
    })
    await app.db.schema.alterTable('app_images').renameTo('elsewhere').execute()
    await app.refusal(appImages.add, formOf({ ...form, url_fr: await aPicture() }))
    expect(await stored()).toEqual([])
  })

  it('is kept once for a call that is repeated', async () => {
    const form = { seq_no: 1, url: await aPicture(), url_fr: await aPicture({ width: 50 }) }
    const first = await app.call(appImages.add, formOf(form), { idempotencyKey: 'k1' })
    expect((await app.call(appImages.add, formOf(form), { idempotencyKey: 'k1' })).data).toEqual(first.data)
    expect(await stored()).toHaveLength(2)
  })
})
