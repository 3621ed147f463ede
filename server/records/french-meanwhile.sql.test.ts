import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cmsPages } from '#contract/cms-pages.ts'
import { frenchCalls } from '#contract/french-calls.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'

const HOUR = 3_600_000
const START = Date.parse('2031-03-30T08:00:00.000Z')
const at = (hours: number) => new Date(START + hours * HOUR).toISOString()

let app: TestApp
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START })
  app = await buildTestApp({ LANGUAGES: 'en,fr' })
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

/** An RV type with French, and an edit by one who saw its first version. */
async function anRvType() {
  const { _id: cat_id } = (await app.call(rvTypes.add, { name: 'Camper', name_fr: 'Caravane', seq_no: 1 })).data
  const edit = async (fields: object) =>
    (await app.call(rvTypes.edit, { cat_id, name: 'Camper', seq_no: 1, version: 1, ...fields })).data
  return { cat_id, edit }
}

it('French that was written before someone else changed the English is older once both are merged', async () => {
  const { cat_id, edit } = await anRvType()
  await edit({ name: 'Toy Hauler' })
  expect(await edit({ name_fr: 'Caravane portée' })).toMatchObject({
    name: 'Toy Hauler',
    name_fr: 'Caravane portée',
    french: 'older',
  })
  const { data } = await app.call(frenchCalls.changed, { record_type: 'rv_types', record_id: cat_id })
  expect(data).toEqual([{ field: 'name', is_rich: false, from: 'Camper', to: 'Toy Hauler' }])
})

it('French that someone else wrote for the new English stays current when the same is saved for the old one', async () => {
  const { edit } = await anRvType()
  await edit({ name: 'Toy Hauler', name_fr: 'Caravane portée' })
  expect(await edit({ name_fr: 'Caravane portée' })).toMatchObject({ name: 'Toy Hauler', french: 'current' })
})

it('French that is to be published later is older if the English changes before that', async () => {
  const fields = { title: 'About', content: '<p>Hello</p>' }
  const { _id: cms_page_id } = (await app.call(cmsPages.add, { ...fields, code: 'about' })).data
  const edit = (more: object) => app.call(cmsPages.edit, { cms_page_id, code: 'about', ...fields, ...more })
  await edit({ title_fr: 'À propos', content_fr: '<p>Bonjour</p>', edits_at: at(1) })
  await edit({ content: '<p>Goodbye</p>' })
  vi.setSystemTime(START + HOUR)
  await app.runJobs()
  const { data } = await app.call(cmsPages.get, { cms_page_id })
  expect(data).toMatchObject({ content_fr: '<p>Bonjour</p>', french: 'older' })
})

it('French that is to be published with its English is current then', async () => {
  const fields = { title: 'About', content: '<p>Hello</p>', code: 'about' }
  const { _id: cms_page_id } = (await app.call(cmsPages.add, fields)).data
  const french = { title_fr: 'À propos', content_fr: '<p>Au revoir</p>' }
  await app.call(cmsPages.edit, { cms_page_id, ...fields, ...french, content: '<p>Goodbye</p>', edits_at: at(1) })
  vi.setSystemTime(START + HOUR)
  await app.runJobs()
  const { data } = await app.call(cmsPages.get, { cms_page_id })
  expect(data).toMatchObject({ content_fr: '<p>Au revoir</p>', french: 'current' })
})

it('French that is to be published later is for the English that its author saw, and leaves the English of others alone', async () => {
  const seen = { title: 'About', content: '<p>Hello</p>', code: 'about', version: 1 }
  const { _id: cms_page_id } = (await app.call(cmsPages.add, seen)).data
  await app.call(cmsPages.edit, { cms_page_id, ...seen, content: '<p>Goodbye</p>' })
  const french = { title_fr: 'À propos', content_fr: '<p>Bonjour</p>' }
  await app.call(cmsPages.edit, { cms_page_id, ...seen, ...french, edits_at: at(1) })
  vi.setSystemTime(START + HOUR)
  await app.runJobs()
  const { data } = await app.call(cmsPages.get, { cms_page_id })
  expect(data).toMatchObject({ content: '<p>Goodbye</p>', content_fr: '<p>Bonjour</p>', french: 'older' })
})
