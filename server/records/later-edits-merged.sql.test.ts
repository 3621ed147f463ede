import { afterEach, beforeEach, expect, it } from 'vitest'
import { records } from '#contract/changes.ts'
import { cmsPages } from '#contract/cms-pages.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'

const LATER = '2099-01-01T00:00:00.000Z'
const seen = { title: 'About', content: '<p>Hello</p>', code: 'about' }

let app: TestApp
let cms_page_id: string
beforeEach(async () => {
  app = await buildTestApp({ LANGUAGES: 'en,fr' })
  cms_page_id = (await app.call(cmsPages.add, seen)).data._id
})
afterEach(() => app.close())

/** An edit by one who saw the first version. */
const edit = (more: object) => ({ cms_page_id, ...seen, version: 1, ...more })
const waiting = async () =>
  (await app.call(records.later_edits, { record_type: 'cms_pages', record_id: cms_page_id })).data

it('edits that are to be published later leave alone what others have changed since, and say so', async () => {
  await app.call(cmsPages.edit, edit({ content: '<p>Goodbye</p>' }))
  const { merged } = await app.call(cmsPages.edit, edit({ title: 'About us', edits_at: LATER }))
  expect(merged).toMatchObject([{ field: 'content', by: 'Administrator' }])
  expect(await waiting()).toEqual({ edits_at: LATER, fields: { title: 'About us' } })
})

it('edits that are to be published later are refused where others have changed the same field', async () => {
  await app.call(cmsPages.edit, edit({ title: 'Who we are' }))
  expect(await app.refusal(cmsPages.edit, edit({ title: 'About us', edits_at: LATER }))).toMatchObject({
    status: 409,
    collisions: ['title'],
  })
  expect(await waiting()).toBeNull()
})
