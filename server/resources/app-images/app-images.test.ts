import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { appImages } from '#contract/app-images.ts'
import { changes } from '#contract/changes.ts'
import { sweepFiles } from '../../housekeeping/files-sweep.ts'
import { pruneChanges } from '../../housekeeping/pruning.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { aPicture, formOf } from '../../testing/pictures.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const ONLY = 'Upload valid image. Only JPG, JPEG or PNG are allowed.'

const aSlider = async (seq_no = 1) =>
  (await app.call(appImages.add, formOf({ code: 3, seq_no, url: await aPicture({ width: 1242, height: 743 }) }))).data

const stored = () => readdir(join(app.dataDir, 'files', 'sliders')).catch(() => [])
const fetched = (url: string) => app.app.inject(new URL(url).pathname)

describe('admin/app_images/add', () => {
  it('keeps the picture as what it is, without its metadata, and serves it safely', async () => {
    const url = await aPicture({ width: 1242, height: 743, format: 'jpeg' })
    const { message, data } = await app.call(appImages.add, formOf({ code: 3, seq_no: '2', url }))
    expect(message).toBe('Image added successfully.')
    expect(data).toMatchObject({ seq_no: 2, code: 3, is_deleted: false, version: 1 })
    const served = await fetched(data.url)
    expect(served.headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' })
    const { format, width, height, exif } = await sharp(served.rawPayload).metadata()
    expect([format, width, height, exif]).toEqual(['jpeg', 1242, 743, undefined])
    expect((await app.call(appImages.list, { page: 1 })).data).toEqual([{ ...data, srno: 1 }])
    expect((await app.call(account.me, {})).data.slider_images_count).toBe(1)
    const [change] = (await app.call(changes.list, {})).data
    expect([change?.title, change?.sentence]).toEqual([
      'slider image 2',
      expect.stringMatching(/ added slider image 2$/),
    ])
  })

  it('makes a picture smaller that has more pixels than the slider, whatever its code', async () => {
    const url = await aPicture({ width: 4000, height: 3000, format: 'jpeg' })
    const { data } = await app.call(appImages.add, formOf({ code: 9, seq_no: 1, url }))
    const { width, height } = await sharp((await fetched(data.url)).rawPayload).metadata()
    expect([width, height, data.code]).toEqual([991, 743, 3])
  })

  it('turns a picture as the camera was held', async () => {
    const bytes = await sharp(await (await aPicture({ width: 300, height: 200, format: 'jpeg' })).arrayBuffer())
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const url = new File([new Uint8Array(bytes)], 'held.jpg', { type: 'image/jpeg' })
    const { data } = await app.call(appImages.add, formOf({ seq_no: 1, url }))
    const { width, height } = await sharp((await fetched(data.url)).rawPayload).metadata()
    expect([width, height]).toEqual([200, 300])
  })

  it('goes by the bytes, and stores nothing of what it refuses', async () => {
    const whole = new Uint8Array(await (await aPicture({ width: 300 })).arrayBuffer())
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    const gif = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#000' } })
      .gif()
      .toBuffer()
    for (const [bytes, reason] of [
      ['just text', ONLY],
      [svg, ONLY],
      ['MZ\u0090', ONLY],
      [new Uint8Array(gif), `${ONLY} This is a GIF picture. Open it in a picture program and save it as JPEG.`],
      [whole.slice(0, 200), 'This picture is damaged. Part of it is missing.'],
    ] as const) {
      const url = new File([bytes], 'me.png', { type: 'image/png' })
      const { status, message, errors } = await app.refusal(appImages.add, formOf({ seq_no: 1, url }))
      expect([status, message, errors]).toEqual([415, reason, { url: [reason] }])
    }
    expect(await stored()).toEqual([])
    expect((await app.call(appImages.list, {})).total).toBe(0)
  })

  it('refuses too many bytes, and too many pixels before it decodes them', async () => {
    const start = new Uint8Array(await (await aPicture()).arrayBuffer())
    const url = new File([start, new Uint8Array(310_000)], 'me.png', { type: 'image/png' })
    const large = await app.refusal(appImages.add, formOf({ seq_no: 1, url }))
    expect([large.status, large.message]).toEqual([413, 'File size should not be more than 300 KB'])
    const pixels = await sharp({ create: { width: 8001, height: 6250, channels: 3, background: '#000' } })
      .toColourspace('b-w')
      .png()
      .toBuffer()
    const bomb = new File([new Uint8Array(pixels)], 'me.png', { type: 'image/png' })
    const refusal = await app.refusal(appImages.add, formOf({ seq_no: 1, url: bomb }))
    const reason = 'This picture has too many pixels: 8001x6250. At most 50 megapixels are allowed.'
    expect([refusal.status, refusal.errors]).toEqual([413, { url: [reason] }])
    expect(await stored()).toEqual([])
  })

  it('says what is missing', async () => {
    const { status, errors } = await app.refusal(appImages.add, formOf({ code: 3 }))
    expect([status, errors]).toEqual([422, { url: [ONLY], seq_no: ['Sequence number cannot be empty.'] }])
  })

  it('adds once for one Idempotency-Key, and keeps one file', async () => {
    const form = { seq_no: 1, url: await aPicture() }
    const first = await app.call(appImages.add, formOf(form), { idempotencyKey: 'k1' })
    const again = await app.call(appImages.add, formOf(form), { idempotencyKey: 'k1' })
    expect(again.data).toEqual(first.data)
    expect(await stored()).toHaveLength(1)
    expect((await fetched(first.data.url)).statusCode).toBe(200)
  })

  it('leaves no file behind when the record cannot be written', async () => {
    await app.db.schema.alterTable('app_images').renameTo('elsewhere').execute()
    await app.refusal(appImages.add, formOf({ seq_no: 1, url: await aPicture() }))
    expect(await stored()).toEqual([])
  })
})

describe('admin/app_images/edit', () => {
  it('keeps the picture when none comes along', async () => {
    const { _id, url } = await aSlider()
    const { message, data } = await app.call(appImages.edit, formOf({ app_image_id: _id, version: 1, seq_no: 7 }))
    expect([message, data.url, data.seq_no, data.version]).toEqual(['Image updated successfully.', url, 7, 2])
  })

  it('replaces the picture, and keeps the old one for as long as the change can be taken back', async () => {
    const { _id, url } = await aSlider()
    const form = { app_image_id: _id, version: 1, seq_no: 1, url: await aPicture({ width: 50 }) }
    const { data, change_id } = await app.call(appImages.edit, formOf(form))
    expect(await stored()).toHaveLength(2)
    const later = Date.now() + 20 * 86_400_000
    expect(await sweepFiles(app.db, app.deps.files, later)).toMatchObject({ files: 2, unnamed: 0 })
    await app.call(changes.undo, { change_id })
    expect((await app.call(appImages.list, { page: 1 })).data[0]?.url).toBe(url)
    expect([(await fetched(url)).statusCode, (await fetched(data.url)).statusCode]).toEqual([200, 200])
    // Once the history no longer has it, it goes, however few files there are.
    await app.db.deleteFrom('changes').execute()
    const forgotten = await pruneChanges(app.db, -1)
    expect(await sweepFiles(app.db, app.deps.files, later, forgotten)).toMatchObject({
      files: 2,
      unnamed: 1,
      stopped: false,
    })
    expect(await stored()).toHaveLength(1)
  })

  it('refuses an older version, and keeps the file that is there', async () => {
    const { _id, url } = await aSlider()
    await app.call(appImages.edit, formOf({ app_image_id: _id, seq_no: 2 }))
    const form = { app_image_id: _id, version: 1, seq_no: 3, url: await aPicture() }
    const { status, data } = await app.refusal(appImages.edit, formOf(form))
    expect([status, data]).toEqual([409, expect.objectContaining({ seq_no: 2, version: 2, url })])
    expect(await stored()).toHaveLength(1)
    expect((await fetched(url)).statusCode).toBe(200)
  })

  it('knows only what exists', async () => {
    const { status, message } = await app.refusal(appImages.edit, formOf({ app_image_id: 'none', seq_no: 3 }))
    expect([status, message]).toEqual([404, 'This slider image does not exist.'])
  })
})

describe('admin/app_images/delete and restore', () => {
  it('deletes softly, twice without harm, and brings the picture back', async () => {
    const { _id, url } = await aSlider()
    await aSlider(2)
    expect((await app.call(appImages.delete, { app_image_id: _id, version: 1 })).message).toBe(
      'Image removed successfully.',
    )
    await app.call(appImages.delete, { app_image_id: _id, version: 1 })
    expect((await app.call(account.me, {})).data.slider_images_count).toBe(1)
    expect((await fetched(url)).statusCode).toBe(200)
    expect((await app.refusal(appImages.restore, { app_image_id: _id, version: 1 })).status).toBe(409)
    expect((await app.call(appImages.restore, { app_image_id: _id, version: 2 })).message).toBe(
      'Image restored successfully.',
    )
    expect((await app.call(appImages.list, { is_deleted: false })).total).toBe(2)
    const entries = await app.db.selectFrom('activity').select('action').where('record_id', '=', _id).execute()
    expect(entries.map(({ action }) => action)).toEqual(['add', 'delete', 'restore'])
  })
})
