import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { appImages } from '#contract/app-images.ts'
import { changes, records } from '#contract/changes.ts'
import { cmsPages } from '#contract/cms-pages.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { manuals } from '#contract/manuals.ts'
import { content, contentFound } from '#contract/owner/content.ts'
import { sync } from '#contract/owner/sync.ts'
import { TAKEN_DOWN_FIRST } from '#contract/publishing.ts'
import { topics } from '#contract/topics.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { aPdf, manualFactory } from '../testing/manuals.ts'
import { aPicture, formOf } from '../testing/pictures.ts'

const HOUR = 3_600_000
const START = Date.parse('2031-03-30T08:00:00.000Z')
const at = (hours: number) => new Date(START + hours * HOUR).toISOString()
const toHour = (hours: number, more = 0) => vi.setSystemTime(START + hours * HOUR + more)

let app: TestApp
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START })
  app = await buildTestApp()
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const visitor = { token: null }
const about = { title: 'About', content: '<p>Hello</p>', code: 'about' }
const titles = async () => (await app.call(content.cmsPages, {}, visitor)).data.map(({ title }) => title)
const statusOf = async (_id: string) => (await app.send(contentFound.cmsPage, { _id }, visitor)).statusCode
const answer = async () => (await app.send(content.cmsPages, {}, visitor)).headers
const revalidated = async (etag: unknown) =>
  (await app.send(content.cmsPages, {}, { ...visitor, headers: { 'if-none-match': String(etag) } })).statusCode

it('Owners see a page from when it is published until it is taken down, whether or not anything runs then', async () => {
  const { data } = await app.call(cmsPages.add, {
    ...about,
    publish_at: at(1),
    unpublish_at: '2031-03-30T12:00:00+02:00',
  })
  expect(data).toMatchObject({ publish_at: at(1), unpublish_at: at(2) })
  for (const [hour, more, seen] of [
    [0, 0, []],
    [1, -1, []],
    [1, 0, ['About']],
    [2, -1, ['About']],
    [2, 0, []],
    [0.5, 0, []],
    [1.5, 0, ['About']],
  ] as const) {
    toHour(hour, more)
    expect([hour, more, await titles(), await statusOf(data._id)]).toEqual([hour, more, seen, seen.length ? 200 : 404])
  }
})

it('A shared cache keeps an answer no longer than it is true, and its ETag changes then', async () => {
  await app.call(cmsPages.add, { ...about, publish_at: at(1) })
  const before = await answer()
  expect(before['cache-control']).toContain('s-maxage=10,')
  toHour(1, -4500)
  expect((await answer())['cache-control']).toContain('s-maxage=4,')
  expect(await revalidated(before.etag)).toBe(304)
  toHour(1, -1)
  expect(await answer()).toMatchObject({ 'cache-control': expect.stringContaining('s-maxage=0,'), etag: before.etag })
  expect(await revalidated(before.etag)).toBe(200)
  toHour(1)
  const after = await answer()
  expect(after['cache-control']).toContain('s-maxage=10,')
  expect(after.etag).not.toBe(before.etag)
})

it('An app that syncs gets it once it is there, and loses it once it is not', async () => {
  const { data } = await app.call(cmsPages.add, { ...about, publish_at: at(1), unpublish_at: at(2) })
  const held = new Set<string>()
  let since: string | undefined
  // What an open transaction of another test could still precede is sent again: what counts is what the app holds then.
  const synced = async () => {
    await app.runJobs()
    const answer = await app.call(sync, since === undefined ? {} : { since }, visitor)
    since = answer.cursor
    for (const { record } of answer.changed) held.add(record._id)
    for (const { _id } of answer.deleted) held.delete(_id)
    return held.has(data._id)
  }
  for (const [hour, more, isHeld] of [
    [0, 0, false],
    [1, -1, false],
    [1, 0, true],
    [2, -1, true],
    [3, 0, false],
  ] as const) {
    toHour(hour, more)
    expect([hour, more, await synced()]).toEqual([hour, more, isHeld])
  }
})

it('What has another time, or none, is not moved at its old one; an undo brings the old one back', async () => {
  const due = async () =>
    (await app.db.selectFrom('jobs').select(['due_at']).where('kind', '=', 'publishing').execute()).map(
      ({ due_at }) => due_at,
    )
  const { data } = await app.call(cmsPages.add, { ...about, publish_at: at(1) })
  const edit = (fields: object) => app.call(cmsPages.edit, { ...about, cms_page_id: data._id, ...fields })
  const { change_id } = await edit({ publish_at: at(5) })
  expect(await due()).toEqual([at(5)])
  await app.call(changes.undo, { change_id })
  expect(await due()).toEqual([at(1)])
  expect((await edit({ title: 'About us' })).data.publish_at).toBe(at(1))
  expect((await edit({ title: 'About us', publish_at: '' })).data.publish_at).toBeNull()
  expect(await due()).toEqual([])
  expect(await titles()).toEqual(['About us'])
})

it('A page is not taken down before it is published, also by an edit of one of the two', async () => {
  const refusal = await app.refusal(cmsPages.add, { ...about, publish_at: at(2), unpublish_at: at(1) })
  expect([refusal.status, refusal.errors]).toEqual([422, { unpublish_at: [TAKEN_DOWN_FIRST] }])
  const { data } = await app.call(cmsPages.add, { ...about, publish_at: at(2) })
  const edit = { ...about, cms_page_id: data._id, unpublish_at: at(2) }
  expect((await app.refusal(cmsPages.edit, edit)).errors).toEqual({ unpublish_at: [TAKEN_DOWN_FIRST] })
  const { errors } = await app.refusal(cmsPages.add, { ...about, code: 'b', publish_at: 'tomorrow' })
  expect(errors).toEqual({ publish_at: ['Please enter a date and a time.'] })
})

it('Slider images and pages of manuals have dates too; a manual counts and prints the pages that are to be seen', async () => {
  const form = (fields: Parameters<typeof formOf>[0]) => formOf(fields)
  const picture = await aPicture({ width: 1242, height: 743 })
  const { data: image } = await app.call(appImages.add, form({ url: picture, seq_no: '1', publish_at: at(1) }))
  expect(image.publish_at).toBe(at(1))
  const make = manualFactory(app)
  const [manual, topic] = [await make.aManual(), await make.aTopic()]
  const page = await make.aPage(manual._id, await make.aSubTopic(topic._id), '<p>Now</p>')
  const place = { manual_id: manual._id, topic_id: topic._id }
  const later = await make.aSubTopic(topic._id, 'Later', 2)
  await app.call(manualPages.add, { ...place, subtopic_id: later._id, content: '<p>Later</p>', publish_at: at(1) })
  const seen = async () => {
    const images = (await app.call(content.sliderImages, {}, visitor)).data.length
    const pages = (await app.call(content.manualPages, { manual_id: manual._id }, visitor)).data.map(({ _id }) => _id)
    const [{ page_count } = { page_count: -1 }] = (await app.call(content.manuals, {}, visitor)).data
    const paged = await app.call(content.manualPages, { manual_id: manual._id, page: 1, per_page: 1 }, visitor)
    return { images, pages: pages.length, page_count, total: paged.total, first: pages[0] === page._id }
  }
  expect(await seen()).toEqual({ images: 0, pages: 1, page_count: 1, total: 1, first: true })
  const { data: printed } = await app.call(manuals.generate_pdf, { manual_id: manual._id })
  expect(printed.pdf_outdated).toBe(false)
  toHour(1)
  expect(await seen()).toEqual({ images: 1, pages: 2, page_count: 2, total: 2, first: true })
  expect((await app.call(manuals.get, { manual_id: manual._id })).data.pdf_outdated).toBe(true)
})

it('Lists are filtered and sorted by both dates', async () => {
  await app.call(cmsPages.add, { ...about, publish_at: at(30) })
  await app.call(cmsPages.add, { ...about, title: 'Terms', code: 'terms', publish_at: at(3) })
  await app.call(cmsPages.add, { ...about, title: 'Help', code: 'help' })
  const listed = async (input: object) => (await app.call(cmsPages.list, input)).data.map(({ title }) => title)
  expect(await listed({ filters: { publish_at: { op: 'gte', value: '2031-03-31' } } })).toEqual(['About'])
  const some = { filters: { publish_at: { op: 'lt', value: at(40) } }, sort: [{ field: 'publish_at', order: 'asc' }] }
  expect(await listed(some)).toEqual(['Terms', 'About'])
})

it('What is not yet published or taken down is missing in the coverage, and says so', async () => {
  const make = manualFactory(app)
  const [manual, topic] = [await make.aManual(), await make.aTopic()]
  await app.call(topics.edit, { topic_id: topic._id, name: topic.name, seq_no: topic.seq_no, required: true })
  const place = { manual_id: manual._id, topic_id: topic._id, subtopic_id: (await make.aSubTopic(topic._id))._id }
  await app.call(manualPages.add, { ...place, publish_at: at(1), unpublish_at: at(2) })
  const cell = async () => {
    const [type] = (await app.call(manuals.coverage, {})).data.rv_types
    const [{ page_count, missing_topics, gaps } = { page_count: -1, missing_topics: [], gaps: [] }] = type?.cells ?? []
    return [page_count, missing_topics, gaps.map(({ hidden }) => hidden)]
  }
  expect(await cell()).toEqual([0, ['Electrical'], ['not_yet']])
  toHour(1)
  expect(await cell()).toEqual([1, [], []])
  toHour(2)
  expect(await cell()).toEqual([0, ['Electrical'], ['taken_down']])
})

it('A generated PDF is made anew once one of its pages is taken down, and removed once none is left', async () => {
  const make = manualFactory(app)
  const [manual, topic] = [await make.aManual(), await make.aTopic()]
  const page = async (name: string, unpublish_at: string) => {
    const subtopic_id = (await make.aSubTopic(topic._id, name))._id
    const place = { manual_id: manual._id, topic_id: topic._id, subtopic_id }
    await app.call(manualPages.add, { ...place, content: `<p>${name}</p>`, unpublish_at })
  }
  await page('Fuses', at(1))
  await page('Batteries', at(2))
  const { data: made } = await app.call(manuals.generate_pdf, { manual_id: manual._id })
  const now = async () => (await app.call(manuals.get, { manual_id: manual._id })).data
  toHour(1)
  await app.runJobs()
  const again = await now()
  expect([again.pdf_url === made.pdf_url, again.pdf_outdated]).toEqual([false, false])
  toHour(2)
  await app.runJobs()
  expect((await now()).pdf_url).toBeNull()
  const { data } = await app.call(changes.list, {})
  const told = data.map(({ sentence }) => sentence)
  expect(told.filter((sentence) => sentence.includes('PDF')).slice(0, 2)).toEqual([
    'A page was taken down: removed the PDF of manual “Travel Trailer - 2024”',
    'A page was taken down: generated the PDF of manual “Travel Trailer - 2024” from its pages',
  ])
  expect(told).toContain(
    'An administrator had set the time: manual page “Electrical - Batteries” (Travel Trailer - 2024) left the app',
  )
  expect(await app.deps.files.read(again.pdf_url?.replace(/^.*\/files\//, '') ?? '')).toBeNull()
})

it('A generated PDF is made anew once one of its pages is to be published later, as owners lose that at once', async () => {
  const make = manualFactory(app)
  const [manual, topic] = [await make.aManual(), await make.aTopic()]
  const fuses = await make.aPage(manual._id, await make.aSubTopic(topic._id, 'Fuses'), '<p>Fuses</p>')
  await make.aPage(manual._id, await make.aSubTopic(topic._id, 'Batteries'), '<p>Batteries</p>')
  const { data: made } = await app.call(manuals.generate_pdf, { manual_id: manual._id })
  const edit = { manual_page_id: fuses._id, content: '<p>Fuses</p>' }
  const now = async () => (await app.call(manuals.get, { manual_id: manual._id })).data
  await app.call(manualPages.edit, { ...edit, publish_at: at(5) })
  await app.runJobs()
  const again = await now()
  expect([again.pdf_url === made.pdf_url, again.pdf_outdated]).toEqual([false, false])
  const { data } = await app.call(changes.list, {})
  expect(data.map(({ sentence }) => sentence)).not.toContainEqual(expect.stringMatching(/left the app|went live/))
  // A different date on something not yet visible removes nothing, nor does a new page.
  await app.call(manualPages.edit, { ...edit, publish_at: at(6) })
  const solar = {
    manual_id: manual._id,
    topic_id: topic._id,
    subtopic_id: (await make.aSubTopic(topic._id, 'Solar'))._id,
  }
  await app.call(manualPages.add, { ...solar, content: '<p>Solar</p>', publish_at: at(6) })
  await app.runJobs()
  expect((await now()).pdf_url).toBe(again.pdf_url)
})

it('What is published and taken down by its dates is told as going live and leaving the app, with a way to it', async () => {
  const { data: page } = await app.call(cmsPages.add, { ...about, publish_at: at(1), unpublish_at: at(2) })
  const { data: gone } = await app.call(cmsPages.add, { ...about, title: 'Old', code: 'old', publish_at: at(1) })
  await app.call(cmsPages.delete, { cms_page_id: gone._id })
  const newest = async () => (await app.call(changes.list, {})).data[0]
  for (const [hour, sentence] of [
    [1, 'An administrator had set the time: CMS page “About” went live'],
    [2, 'An administrator had set the time: CMS page “About” left the app'],
  ] as const) {
    toHour(hour)
    await app.runJobs()
    const told = await newest()
    expect([told?.sentence, told?.can_undo]).toEqual([sentence, false])
    expect(told?.parts.flatMap(({ text, link }) => (link ? [[text, link]] : []))).toEqual([
      ['About', `/cms-pages/${page._id}`],
    ])
  }
  // Owners do not see deleted records: nothing is told about them.
  const { data } = await app.call(changes.list, {})
  expect(data.filter(({ sentence }) => sentence.includes('went live'))).toHaveLength(1)
  const { data: now } = await app.call(cmsPages.get, { cms_page_id: page._id })
  expect([now.version, now.updated_at]).toEqual([page.version, page.updated_at])
  // A waiting edit goes live in its author's name.
  await app.call(cmsPages.edit, { ...about, cms_page_id: page._id, unpublish_at: '', version: now.version })
  await app.call(cmsPages.edit, { ...about, cms_page_id: page._id, title: 'About us', edits_at: at(3) })
  toHour(3)
  await app.runJobs()
  expect((await newest())?.sentence).toBe('Administrator went live with planned edits of CMS page “About us”')
})

it('An uploaded PDF stays when a page is taken down', async () => {
  const make = manualFactory(app)
  const [manual, topic] = [await make.aManual(), await make.aTopic()]
  const place = { manual_id: manual._id, topic_id: topic._id, subtopic_id: (await make.aSubTopic(topic._id))._id }
  await app.call(manualPages.add, { ...place, content: '<p>Fuses</p>', unpublish_at: at(1) })
  const { data } = await app.call(manuals.create_pdf, formOf({ manual_id: manual._id, file: await aPdf() }))
  toHour(1)
  await app.runJobs()
  expect((await app.call(manuals.get, { manual_id: manual._id })).data.pdf_url).toBe(data.pdf_url)
})

it('Edits wait until they are to be published, and owners see the page as it is until then', async () => {
  const { data: page } = await app.call(cmsPages.add, about)
  const edit = { ...about, cms_page_id: page._id, version: page.version, title: 'About us', edits_at: at(2) }
  const waits = await app.call(cmsPages.edit, edit)
  expect(waits.data).toMatchObject({ title: 'About', edits_at: at(2) })
  const which = { record_type: 'cms_pages' as const, record_id: page._id }
  expect((await app.call(records.later_edits, which)).data).toEqual({ edits_at: at(2), fields: { title: 'About us' } })
  toHour(1)
  await app.runJobs()
  expect(await titles()).toEqual(['About'])
  // What others change meanwhile stays.
  const { data: now } = await app.call(cmsPages.get, { cms_page_id: page._id })
  await app.call(cmsPages.edit, { ...about, content: '<p>New</p>', cms_page_id: page._id, version: now.version })
  toHour(2)
  await app.runJobs()
  expect(await titles()).toEqual(['About us'])
  const { data: after } = await app.call(cmsPages.get, { cms_page_id: page._id })
  expect([after.title, after.content, after.edits_at]).toEqual(['About us', '<p>New</p>', null])
  const [change] = (await app.call(changes.list, {})).data
  expect([change?.by.name, change?.kind, change?.can_undo]).toEqual(['Administrator', 'edit', true])
  await app.call(changes.undo, { change_id: change?._id ?? '' })
  expect(await titles()).toEqual(['About'])
})

it('Edits that wait are replaced by later ones, taken back by none, and dropped with their page', async () => {
  const { data: page } = await app.call(cmsPages.add, about)
  const edit = (more: object) => app.call(cmsPages.edit, { ...about, cms_page_id: page._id, ...more } as never)
  await edit({ title: 'First', edits_at: at(1) })
  await edit({ title: 'Second', edits_at: at(2) })
  toHour(1)
  await app.runJobs()
  expect(await titles()).toEqual(['About'])
  await edit({ edits_at: '' })
  toHour(2)
  await app.runJobs()
  expect(await titles()).toEqual(['About'])
  await edit({ title: 'At once', edits_at: at(1) })
  expect(await titles()).toEqual(['At once'])
  const { data } = await edit({ title: 'Third', edits_at: at(3) })
  await app.call(cmsPages.delete, { cms_page_id: page._id, version: (data as { version: number }).version })
  toHour(3)
  await app.runJobs()
  const { data: gone } = await app.call(cmsPages.get, { cms_page_id: page._id })
  expect(gone.title).toBe('At once')
})
