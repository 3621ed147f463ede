import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { socialMedias } from '#contract/social-medias.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { aPicture, formOf } from '../../testing/pictures.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const link = { name: 'Facebook', url: 'https://www.facebook.com/cedarhollowrv' }
const aLink = async (fields = {}) =>
  (await app.call(socialMedias.add, formOf({ ...link, icon: await aPicture(), ...fields }))).data

describe('admin/social_medias', () => {
  it('says each change in the agreed words', async () => {
    const added = await app.call(socialMedias.add, formOf({ ...link, icon: await aPicture() }))
    const social_media_id = added.data._id
    const edited = await app.call(
      socialMedias.edit,
      formOf({ ...link, social_media_id, version: 1, url: 'https://fb.example/x' }),
    )
    const removed = await app.call(socialMedias.delete, { social_media_id, version: 2 })
    const restored = await app.call(socialMedias.restore, { social_media_id, version: 3 })
    expect([added, edited, removed, restored].map(({ message }) => message)).toEqual([
      'Social media data added successfully.',
      'Social media data updated successfully.',
      'Social media data removed successfully.',
      'Social media data restored successfully.',
    ])
    expect([edited.data.url, edited.data.icon]).toEqual(['https://fb.example/x', added.data.icon])
  })

  it('needs an icon for a new link, and a web address that runs nothing', async () => {
    const fields = formOf({ name: 'X', url: 'javascript:alert(1)' })
    const { status, errors } = await app.refusal(socialMedias.add, fields)
    expect(status).toBe(422)
    expect(errors).toEqual({
      url: ['Invalid URL, please enter the valid URL.'],
      icon: ['Upload valid image. Only PNG are allowed.'],
    })
  })

  it('keeps the old icon beside a new one', async () => {
    const { _id } = await aLink()
    await app.call(
      socialMedias.edit,
      formOf({ ...link, social_media_id: _id, version: 1, icon: await aPicture({ width: 60 }) }),
    )
    expect(await readdir(join(app.dataDir, 'files', 'social-icons'))).toHaveLength(2)
  })

  it('edits once for one Idempotency-Key: who lost the answer gets it again, and meets no change but their own', async () => {
    const { _id } = await aLink()
    const form = { ...link, social_media_id: _id, version: 1, icon: await aPicture({ width: 60 }) }
    const edit = () => app.call(socialMedias.edit, formOf(form), { idempotencyKey: 'k1' })
    const [first, again] = [await edit(), await edit()]
    expect(again.data).toEqual(first.data)
    expect(again.change_id).toBe(first.change_id)
    expect((await app.call(socialMedias.get, { social_media_id: _id })).data.version).toBe(2)
    expect(await readdir(join(app.dataDir, 'files', 'social-icons'))).toHaveLength(2)
  })

  it('adds once for one Idempotency-Key, and keeps one icon', async () => {
    const form = { ...link, icon: await aPicture() }
    const answers = [1, 2].map(() => app.call(socialMedias.add, formOf(form), { idempotencyKey: 'k1' }))
    const done = await Promise.allSettled(answers)
    expect(done.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect((await app.call(socialMedias.list, {})).total).toBe(1)
    expect(await readdir(join(app.dataDir, 'files', 'social-icons'))).toHaveLength(1)
  })

  it('are listed newest first, and found by name and address', async () => {
    await aLink()
    await aLink({ name: 'YouTube', url: 'https://www.youtube.com/@cedarhollowrv' })
    const names = async (input: object) => (await app.call(socialMedias.list, input)).data.map(({ name }) => name)
    expect(await names({})).toEqual(['YouTube', 'Facebook'])
    expect(await names({ filters: { url: { value: 'FACEBOOK.com' } } })).toEqual(['Facebook'])
    expect(await names({ sort: [{ field: 'name', order: 'asc' }] })).toEqual(['Facebook', 'YouTube'])
  })
})
