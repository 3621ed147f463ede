import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cmsPages } from '#contract/cms-pages.ts'
import { sync } from '#contract/owner/sync.ts'
import { rollovers } from '#contract/rollovers.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { addCatalogue } from '../../../testing/people.ts'

const START = Date.parse('2031-03-30T08:00:00.000Z')
const at = (hours: number) => new Date(START + hours * 3_600_000).toISOString()

let app: TestApp
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START })
  app = await buildTestApp()
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})
const toHour = (hours: number) => vi.setSystemTime(START + hours * 3_600_000)

/** A visitor's app that syncs: what an answer tells it, by kind. */
async function anApp() {
  let since = (await app.call(sync, {}, { token: null })).cursor
  return async () => {
    const { changed, deleted, cursor } = await app.call(sync, { since }, { token: null })
    since = cursor
    return { changed: changed.map(({ type }) => type).toSorted(), deleted: deleted.map(({ _id }) => _id).toSorted() }
  }
}
// On PostgreSQL an answer may repeat what an open transaction elsewhere could precede.
const NOTHING = { deleted: [] }

it('An app is not told of what is prepared, until it goes live, nor of what is thrown away before', async () => {
  const { year } = await addCatalogue(app, '2030')
  const tell = await anApp()
  const prepare = async (name: string) => {
    const { data } = await app.call(rollovers.prepare, { from_year_id: year, name, parts: ['models'] })
    await app.runJobs()
    return data._id
  }
  const [live, thrown] = [await prepare('2031'), await prepare('2032')]
  expect(await tell()).toMatchObject(NOTHING)
  await app.call(rollovers.discard, { rollover_id: thrown })
  expect(await tell()).toMatchObject(NOTHING)
  await app.call(rollovers.goLive, { rollover_id: live })
  expect(await tell()).toMatchObject({ changed: expect.arrayContaining(['models', 'years']), deleted: [] })
})

it('An app is not told of a page before it is published, and hears when one that it holds is hidden', async () => {
  const tell = await anApp()
  const about = { title: 'About', content: '<p>Hello</p>', code: 'about' }
  const { data: page } = await app.call(cmsPages.add, { ...about, publish_at: at(2) })
  expect(await tell()).toMatchObject(NOTHING)
  await app.call(cmsPages.edit, { ...about, cms_page_id: page._id, title: 'About us', publish_at: at(3) })
  expect(await tell()).toMatchObject(NOTHING)
  toHour(3)
  await app.runJobs()
  expect(await tell()).toMatchObject({ changed: expect.arrayContaining(['cms_pages']), deleted: [] })
  await app.call(cmsPages.edit, { ...about, cms_page_id: page._id, publish_at: at(5) })
  expect(await tell()).toMatchObject({ deleted: [page._id] })
  const { data: draft } = await app.call(cmsPages.add, { ...about, code: 'terms', publish_at: at(9) })
  await app.call(cmsPages.delete, { cms_page_id: draft._id, version: draft.version })
  expect((await tell()).deleted).not.toContain(draft._id)
})
