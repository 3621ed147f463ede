import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { appImages } from '#contract/app-images.ts'
import { cmsPages } from '#contract/cms-pages.ts'
import { RICH_TEXT_CHARACTERS } from '#contract/fields.ts'
import { kinds, recordTypes } from '#contract/kinds.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { menuItems } from '#contract/menu-items.ts'
import { content } from '#contract/owner/content.ts'
import { type PreviewType, preview, previewTypes } from '#contract/preview.ts'
import { socialMedias } from '#contract/social-medias.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { manualFactory } from '../../testing/manuals.ts'
import { aPicture, formOf } from '../../testing/pictures.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const HOSTILE = '<p onclick="x()">Text</p><script>alert(1)</script><h2>Bunks</h2>'
const previewOf = (record_type: PreviewType, fields: object) =>
  app.call(preview.preview, { record_type, fields: fields as Record<string, unknown> })
const visitor = { token: null }

type Saved = { data: { _id: string } }
type Subject = {
  /** Adds a record with these fields of its form, if its kind allows new ones. */
  add?: (fields: object) => Promise<Saved>
  edit: (id: string, fields: object) => Promise<Saved>
  /** What owners get. */
  list: () => Promise<{ data: { _id: string }[] }>
  /** The fields of its form, as the form has them, and others. */
  fields: object
  changes: object
  /** The id of the edited record, if none is added. */
  id?: string
}

async function subjectOf(type: PreviewType): Promise<Subject> {
  const form = (fields: object) => formOf(fields as Parameters<typeof formOf>[0])
  const icon = await aPicture({ width: 64, height: 64 })
  if (type === 'app_images') {
    const url = await aPicture({ width: 1242, height: 743 })
    return {
      add: (fields) => app.call(appImages.add, form({ ...fields, url })),
      edit: (app_image_id, fields) => app.call(appImages.edit, form({ ...fields, app_image_id })),
      list: () => app.call(content.sliderImages, {}, visitor),
      fields: { seq_no: ' 7 ', publish_at: '', unpublish_at: '' },
      changes: { seq_no: '0012', publish_at: '', unpublish_at: '' },
    }
  }
  if (type === 'menu_items') {
    const [item] = (await app.call(menuItems.list, {})).data
    if (!item) throw new Error('there are no app menus')
    await app.call(menuItems.edit, form({ title: 'Mine', seq_no: 1, menu_item_id: item._id, icon: await aPicture() }))
    return {
      edit: (menu_item_id, fields) => app.call(menuItems.edit, form({ ...fields, menu_item_id })),
      list: () => app.call(content.menuItems, {}, visitor),
      fields: {},
      changes: { title: '  My\u00a0RV ', seq_no: '3', code: 99 },
      id: item._id,
    }
  }
  if (type === 'social_medias') {
    return {
      add: (fields) => app.call(socialMedias.add, form({ ...fields, icon })),
      edit: (social_media_id, fields) => app.call(socialMedias.edit, form({ ...fields, social_media_id })),
      list: () => app.call(content.socialMedias, {}, visitor),
      fields: { name: ' Facebook  Pages', url: 'https://example.com/rv ' },
      changes: { name: '“Facebook”', url: 'HTTPS://Example.com/ü' },
    }
  }
  if (type === 'cms_pages') {
    const picture = (await app.call(manualPages.upload, form({ image: icon }))).url
    const video = '<iframe src="https://www.youtube.com/embed/abcdefghijk"></iframe>'
    return {
      add: (fields) => app.call(cmsPages.add, fields as never),
      edit: (cms_page_id, fields) => app.call(cmsPages.edit, { ...(fields as { title: string }), cms_page_id }),
      list: () => app.call(content.cmsPages, {}, visitor),
      fields: { title: ' About us ', code: 'about', content: HOSTILE },
      changes: {
        title: 'About',
        code: 'other',
        content: `${HOSTILE}${video}<p><img src="${picture}" alt="A bunk"></p>`,
      },
    }
  }
  const make = manualFactory(app)
  const manual = await make.aManual()
  const subTopic = await make.aSubTopic((await make.aTopic())._id)
  const place = { manual_id: manual._id, topic_id: subTopic.topic_id._id, subtopic_id: subTopic._id }
  return {
    add: (fields) => app.call(manualPages.add, fields as never),
    edit: (manual_page_id, fields) => app.call(manualPages.edit, { ...fields, manual_page_id }),
    list: () => app.call(content.manualPages, { manual_id: manual._id }, visitor),
    fields: { ...place, content: HOSTILE },
    changes: { ...place, content: `${HOSTILE.repeat(60)}<table><tr><td>1</td></tr></table>` },
  }
}

describe.each(previewTypes)('The preview of %s', (type) => {
  it('is the record that owners get once the same fields are saved, at the same place', async () => {
    const { add, edit, list, fields, changes, id } = await subjectOf(type)
    const ofOwners = async (_id: string) => {
      const { data } = await list()
      const place = data.findIndex((one) => one._id === _id)
      return { place, record: data[place] }
    }
    let edited = id ?? ''
    if (add) {
      const { data, place } = await previewOf(type, fields)
      edited = (await add(fields)).data._id
      const { record, ...owners } = await ofOwners(edited)
      const { _id, ...seen } = data
      expect(_id).toBe('')
      // The picture goes separately: from the form into the frame, and to the server on saving.
      const picture = ('icon' in seen && 'icon') || (type === 'app_images' && 'url')
      expect({ ...record, ...(picture && { [picture]: '', [`${picture}_file`]: null }) }).toEqual({
        ...seen,
        _id: edited,
        updated_at: expect.any(String),
      })
      if (type !== 'cms_pages' && type !== 'manual_pages') expect(place).toBe(owners.place)
      await add({ ...fields, code: 'second' }).catch(() => {})
    }
    const before = (await ofOwners(edited)).record
    const { data, others, place } = await previewOf(type, { ...changes, _id: edited })
    expect((await ofOwners(edited)).record).toEqual(before)
    const byKey = await previewOf(type, { ...changes, [kinds[type].key]: edited })
    expect(byKey).toEqual({ message: 'Preview', data, others, place })
    await edit(edited, changes)
    const after = await ofOwners(edited)
    expect({ ...after.record, updated_at: '' }).toEqual({ ...data, updated_at: '' })
    if (others.length) {
      expect(place).toBe(after.place)
      expect(others).toEqual((await list()).data.filter(({ _id }) => _id !== edited))
    }
  })

  it('of a form with nothing in it is empty, and of one with anything else is no fault', async () => {
    const { data } = await previewOf(type, {})
    const always = ['updated_at', 'code', 'pictures', 'manual_id', 'topic_id', 'subtopic_id']
    const filled = Object.entries(data).filter(([, value]) => value !== '' && value !== null)
    expect(filled.map(([name]) => name).filter((name) => !always.includes(name))).toEqual([])
    for (const odd of [null, 7, [], {}, '\u0000', 'x'.repeat(5000)]) {
      const names = [
        'title',
        'name',
        'seq_no',
        'url',
        'icon',
        'code',
        'manual_id',
        'topic_id',
        'subtopic_id',
        'content',
      ]
      await previewOf(type, Object.fromEntries(names.map((name) => [name, odd])))
    }
  })

  it('of a record that is not there is refused', async () => {
    const refusal = await app.refusal(preview.preview, { record_type: type, fields: { _id: 'gone' } })
    expect(refusal.status).toBe(404)
    expect((await app.refusal(preview.preview, { record_type: type, fields: { _id: 7 } })).status).toBe(422)
  })
})

it('Other kinds have no preview', async () => {
  for (const record_type of recordTypes.filter((type) => !previewTypes.some((one) => one === type))) {
    const response = await app.send(preview.preview, { record_type, fields: {} })
    expect([record_type, response.statusCode]).toEqual([record_type, 422])
  }
})

it('A text is as long as in the form', async () => {
  const fields = { content: 'x'.repeat(RICH_TEXT_CHARACTERS + 1) }
  const refusal = await app.refusal(preview.preview, { record_type: 'cms_pages', fields })
  expect([refusal.status, refusal.errors]).toEqual([422, { content: ['Please use at most 300,000 characters.'] }])
})

it('A list has what owners see now, the typed one among them by its number', async () => {
  const url = await aPicture({ width: 1242, height: 743 })
  const add = (seq_no: number, more = {}) => app.call(appImages.add, formOf({ url, seq_no, ...more }))
  const { data: first } = await add(1)
  const { data: third } = await add(3)
  await add(2, { publish_at: '2099-01-01T00:00:00.000Z' })
  const { data: deleted } = await add(2)
  await app.call(appImages.delete, { app_image_id: deleted._id })
  const placeOf = async (fields: object) => {
    const { others, place } = await previewOf('app_images', fields)
    return [others.map(({ _id }) => _id), place]
  }
  expect(await placeOf({ seq_no: '2' })).toEqual([[first._id, third._id], 1])
  expect(await placeOf({ seq_no: '1' })).toEqual([[first._id, third._id], 0])
  expect(await placeOf({ seq_no: '' })).toEqual([[first._id, third._id], 2])
  expect(await placeOf({ _id: first._id, seq_no: '4' })).toEqual([[third._id], 1])
})

describe('a preview in French', () => {
  it('is what owners get in French of the form, each field for itself, and of others; what a form lacks is as stored', async () => {
    await app.close()
    app = await buildTestApp({ LANGUAGES: 'en,fr' })
    const [first, second] = (await app.call(menuItems.list, {})).data
    if (!first || !second) throw new Error('there are no app menus')
    const edit = async (menu_item_id: string, fields: object) =>
      app.call(menuItems.edit, formOf({ seq_no: 1, menu_item_id, icon: await aPicture(), ...fields } as never))
    await edit(first._id, { title: 'My RV', title_fr: 'Mon VR' })
    await edit(second._id, { title: 'Checklists', title_fr: 'Listes' })
    const inFrench = (fields: object) =>
      app.call(preview.preview, { record_type: 'menu_items', fields: { _id: first._id, ...fields }, language: 'fr' })
    const typed = await inFrench({ title: 'My RV', title_fr: 'Mon véhicule', seq_no: '1' })
    expect([typed.data, typed.others.find(({ _id }) => _id === second._id)]).toMatchObject([
      { title: 'Mon véhicule' },
      { title: 'Listes' },
    ])
    expect((await inFrench({ title: 'My RV', seq_no: '1' })).data).toMatchObject({ title: 'Mon VR' })
    const emptied = (await inFrench({ title: 'My RV', title_fr: '', seq_no: '1' })).data
    expect(emptied).toMatchObject({ title: 'My RV', in_english: ['title'] })
    const { data } = await app.call(preview.preview, { record_type: 'menu_items', fields: { _id: first._id } })
    expect(data).not.toHaveProperty('in_english')
    const page = { code: 'x', title: 'About', content: '<p>Built.</p>', content_fr: HOSTILE }
    const hostile = await app.call(preview.preview, { record_type: 'cms_pages', fields: page, language: 'fr' })
    expect(hostile.data).toMatchObject({ content: '<p>Text</p><h2>Bunks</h2>', in_english: ['title'] })
  })
})
