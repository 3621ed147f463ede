import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { account } from '#contract/account.ts'
import { appImages } from '#contract/app-images.ts'
import { calls } from '#contract/calls.ts'
import { checklists } from '#contract/checklists.ts'
import { cmsPages } from '#contract/cms-pages.ts'
import { content } from '#contract/owner/content.ts'
import { sync } from '#contract/owner/sync.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { aPicture, formOf } from '../testing/pictures.ts'

const SITE = 'https://rv.example'
const ADDRESS = /^https:\/\/rv\.example\/files\/sliders\/[0-9a-f-]{36}\.png$/

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp({ PUBLIC_URL: SITE })
})
afterEach(() => app.close())

const aSlider = async (seq_no: number, idempotencyKey?: string) =>
  (
    await app.call(
      appImages.add,
      formOf({ seq_no, url: await aPicture({ width: 120 }) }),
      idempotencyKey === undefined ? {} : { idempotencyKey },
    )
  ).data

describe('addresses of files', () => {
  it('stand in records, lists and repeated answers, and in what the app reads', async () => {
    const slider = await aSlider(1, 'the-same-key')
    expect(slider.url).toMatch(ADDRESS)
    expect((await aSlider(1, 'the-same-key')).url).toBe(slider.url)
    expect((await app.call(appImages.list, {})).data).toMatchObject([{ url: slider.url }])
    expect((await app.call(content.sliderImages, {}, { token: null })).data).toMatchObject([{ url: slider.url }])
  })

  it('stand in what a sync gives, as in the lists', async () => {
    await aSlider(1)
    const html = '<img src="/files/manual-pages/a.png" alt="">'
    await app.call(cmsPages.add, { title: 'Help', code: 'help', content: html })
    const lists = { slider_images: content.sliderImages, cms_pages: content.cmsPages }
    const { changed } = await app.call(sync, {}, { token: null })
    for (const [type, list] of Object.entries(lists)) {
      const { data } = await app.call(list, {}, { token: null })
      expect(JSON.stringify(data)).toContain(`${SITE}/files/`)
      expect(changed.filter((one) => one.type === type).map(({ record }) => record)).toEqual(data)
    }
  })

  it('stand in the current record of a refused change and of a refused removal', async () => {
    const { _id, url } = await aSlider(1)
    await app.call(appImages.edit, formOf({ app_image_id: _id, version: 1, seq_no: 2 }))
    const edit = await app.refusal(appImages.edit, formOf({ app_image_id: _id, version: 1, seq_no: 3 }))
    expect([edit.status, edit.data]).toEqual([409, expect.objectContaining({ _id, url, seq_no: 2 })])
    const removal = await app.refusal(appImages.delete, { app_image_id: _id, version: 1 })
    expect([removal.status, removal.data]).toEqual([409, expect.objectContaining({ _id, url })])
  })

  it('stand in rich text, also in the one that a refusal brings', async () => {
    const html = '<p>Look:</p><img src="/files/manual-pages/a.png" alt="">'
    const shown = `<p>Look:</p><img src="${SITE}/files/manual-pages/a.png" alt="">`
    const page = { title: 'Help', code: 'help', content: html }
    const { _id, content: added } = (await app.call(cmsPages.add, page)).data
    expect(added).toBe(shown)
    await app.call(cmsPages.edit, { ...page, cms_page_id: _id, version: 1, title: 'Help!', content: shown })
    const refused = await app.refusal(cmsPages.edit, { ...page, cms_page_id: _id, version: 1, title: 'Aid' })
    expect([refused.status, refused.data]).toEqual([409, expect.objectContaining({ content: shown })])
    expect((await app.call(cmsPages.list, {})).data).toMatchObject([{ content: shown }])
    const stored = await app.db.selectFrom('cms_pages').select('content').executeTakeFirst()
    expect(stored?.content).toBe(html)
  })

  it('are not made of what somebody has typed', async () => {
    const typed = { name: '/files/a/b.png', note: '<img src="/files/a/b.png">' }
    expect((await app.call(checklists.add, typed)).data).toMatchObject(typed)
  })

  it('stay null where there is no file', async () => {
    expect((await app.call(account.me, {})).data.avtar).toBeNull()
  })
})

it('no answer has a field of these names that holds anything but a file’s address, a web address or rich text', () => {
  const found = Object.entries(calls).flatMap(([resource, endpoints]) =>
    Object.values(endpoints).flatMap(({ output }) =>
      [
        ...JSON.stringify(z.toJSONSchema(output, { unrepresentable: 'any' })).matchAll(
          /"(url|icon|logo|pdf_url|avtar|content)":\{/g,
        ),
      ].map(([, field]) => `${resource}: ${field}`),
    ),
  )
  expect([...new Set(found)].toSorted()).toEqual([
    'Account: avtar',
    'App Menus: icon',
    'CMS Pages: content',
    'Manual Pages: content',
    'Manual Pages: url',
    'Manuals: pdf_url',
    'Owner: Content: content',
    'Owner: Content: icon',
    'Owner: Content: logo',
    'Owner: Content: pdf_url',
    'Owner: Content: url',
    'Owner: Sync: content',
    'Owner: Sync: icon',
    'Owner: Sync: logo',
    'Owner: Sync: pdf_url',
    'Owner: Sync: url',
    'Preview: content',
    'Preview: icon',
    'Preview: url',
    'RV Dealers/Services: logo',
    'Sign-in: avtar',
    'Slider Images: url',
    'Social Media: icon',
    'Social Media: url',
    'Webhooks: url',
  ])
})
