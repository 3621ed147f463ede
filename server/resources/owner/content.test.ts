import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { appImages } from '#contract/app-images.ts'
import { cmsPages } from '#contract/cms-pages.ts'
import { dealers } from '#contract/dealers.ts'
import { addressOf } from '#contract/endpoint.ts'
import { isPublished, recordTypes, sampleOf } from '#contract/kinds.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { manuals } from '#contract/manuals.ts'
import { menuItems } from '#contract/menu-items.ts'
import { config } from '#contract/owner/config.ts'
import { content, contentFound } from '#contract/owner/content.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { socialMedias } from '#contract/social-medias.ts'
import { subTopics } from '#contract/sub-topics.ts'
import { topics } from '#contract/topics.ts'
import { openAppSession } from '../../auth/app-sessions.ts'
import { askToReadUnknown } from '../../housekeeping/file-facts.ts'

import { API_KEY, buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { aPdf, manualFactory } from '../../testing/manuals.ts'
import { addCatalogue, addMany, addOwner, changeBy } from '../../testing/people.ts'
import { aPicture, formOf } from '../../testing/pictures.ts'

let app: TestApp
const visitor = { token: null }
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const get = (url: string, headers: object = {}) =>
  app.app.inject({ url, headers: { 'x-api-key': API_KEY, ...headers } })

describe('published content', () => {
  it('is the active records in their order, without what only the back-office needs', async () => {
    await app.call(rvTypes.add, { name: 'Second', seq_no: 2 })
    await app.call(rvTypes.add, { name: 'First', seq_no: 1 })
    const gone = (await app.call(rvTypes.add, { name: 'Gone', seq_no: 3 })).data._id
    await app.call(rvTypes.delete, { cat_id: gone })
    const { data, total } = await app.call(content.rvTypes, {}, visitor)
    expect([total, data.map(({ name }) => name)]).toEqual([2, ['First', 'Second']])
    expect(Object.keys((await get(addressOf(content.rvTypes))).json().data[0]).sort()).toEqual([
      '_id',
      'name',
      'seq_no',
      'updated_at',
    ])
  })

  it('can be narrowed by what it belongs to, and paged', async () => {
    const { category, year } = await addCatalogue(app)
    await addCatalogue(app, '1475')
    const names = async (input: object) => (await app.call(content.models, input, visitor)).data.map(({ name }) => name)
    expect(await names({ cat_id: category, year_id: year })).toEqual(['2285'])
    expect(await names({ page: '2', per_page: '1' })).toHaveLength(1)
    const topic_id = (await app.call(topics.add, { name: 'Roof', seq_no: 1 })).data._id
    await app.call(subTopics.add, { topic_id, name: 'Vents', seq_no: 1 })
    expect((await app.call(content.subTopics, { topic_id }, visitor)).total).toBe(1)
    expect((await app.call(content.subTopics, { topic_id: 'none' }, visitor)).total).toBe(0)
  })

  it('that is longer than 1,000 comes in parts, without gaps and doubles while others edit', async () => {
    const rows = Array.from({ length: 2100 }, (_, place) => ({ name: `Type ${place}`, seq_no: place }))
    const admin = await app.db.selectFrom('admins').select('id').executeTakeFirstOrThrow()
    const by = changeBy({ _id: admin.id, kind: 'admin' })
    await app.db.transaction().execute((db) => addMany(db, 'rv_types', rows, by))
    const seen: string[] = []
    let after: string | null | undefined
    do {
      const answer = await app.call(content.rvTypes, after ? { after } : {}, visitor)
      seen.push(...answer.data.map(({ _id }) => _id))
      after = answer.next
      const [one] = answer.data
      await app.call(rvTypes.edit, { cat_id: one?._id, name: `Other ${seen.length}`, seq_no: 9999 })
    } while (after)
    expect([seen.length, new Set(seen).size]).toEqual([2100, 2100])
    expect((await app.call(content.rvTypes, { page: 1 }, visitor)).next).toBeNull()
    expect((await get(`${addressOf(content.rvTypes)}?page=1&after=a`)).statusCode).toBe(422)
  })

  it('is refused to whoever asks by a parameter that there is not, but platform', async () => {
    const { errors } = (await get(`${addressOf(content.models)}?category=a`)).json()
    expect(errors).toEqual({ category: ['There is no parameter category.'] })
    expect((await get(`${addressOf(content.models)}?platform=ios`)).statusCode).toBe(200)
  })

  it('is there for every kind of record that says so', () => {
    const types = Object.values(content).map(({ path }) => (path === 'slider_images' ? 'app_images' : path))
    expect(types.toSorted()).toEqual(recordTypes.filter(isPublished).toSorted())
  })

  it('is there for every kind of record that the app shows', async () => {
    for (const endpoint of Object.values(content)) {
      const which = endpoint === content.manualPages ? '?manual_id=none' : ''
      expect((await get(addressOf(endpoint) + which)).json()).toMatchObject({
        data: expect.any(Array),
        current_page: 1,
      })
    }
  })
})

describe('a published manual', () => {
  it('has its pages in the order of their topics and sub topics, and none once it is deleted', async () => {
    const make = manualFactory(app)
    const manual = await make.aManual()
    const later = await make.aTopic('Plumbing', 2)
    const first = await make.aTopic('Electrical', 1)
    await make.aPage(manual._id, await make.aSubTopic(later._id, 'Pumps'), '<p>Prime it.</p>')
    await make.aPage(manual._id, await make.aSubTopic(first._id, 'Solar', 2))
    await make.aPage(manual._id, await make.aSubTopic(first._id, 'Fuses', 1))
    const read = (input = {}) => app.call(content.manualPages, { manual_id: manual._id, ...input }, visitor)
    expect((await read()).data.map(({ subtopic }) => subtopic)).toEqual(['Fuses', 'Solar', 'Pumps'])
    expect(await read({ page: 1, per_page: 2 })).toMatchObject({ total: 3, current_page: 1 })
    expect((await read({ page: 2, per_page: 2 })).data.map(({ content }) => content)).toEqual(['<p>Prime it.</p>'])
    expect((await app.call(content.manuals, {}, visitor)).data[0]).toMatchObject({ name: manual.name, page_count: 3 })
    await app.call(manuals.delete, { manual_id: manual._id })
    expect((await read()).total).toBe(0)
  })
})

describe('one published record', () => {
  it('is read by its id while owners see it', async () => {
    const make = manualFactory(app)
    const manual = await make.aManual()
    const topic = await make.aTopic()
    const page = await make.aPage(manual._id, await make.aSubTopic(topic._id, 'Fuses'), '<p>Here.</p>')
    const cms = (await app.call(cmsPages.add, { title: 'About', content: '<p>Us.</p>', code: 'about' })).data
    const read = async (call: (typeof contentFound)['manual' | 'manualPage' | 'cmsPage'], _id: string) =>
      (await get(`${addressOf(call)}?_id=${_id}`)).json()
    expect(await read(contentFound.manual, manual._id)).toMatchObject({ data: { name: manual.name, page_count: 1 } })
    expect(await read(contentFound.manualPage, page._id)).toMatchObject({
      data: { content: '<p>Here.</p>', pictures: [] },
    })
    const about = await read(contentFound.cmsPage, cms._id)
    expect(about.data).toMatchObject({ title: 'About', pictures: [] })
    expect(about.data).not.toHaveProperty('updated_by')
    await app.call(manuals.delete, { manual_id: manual._id })
    await app.call(cmsPages.delete, { cms_page_id: cms._id })
    for (const [call, id] of [
      [contentFound.manual, manual._id],
      [contentFound.manualPage, page._id],
      [contentFound.cmsPage, cms._id],
      [contentFound.cmsPage, 'none'],
    ] as const)
      expect((await read(call, id)).message).toMatch(/ does not exist\.$/)
  })

  it('says of its pictures where they are, how long, and what their digest is', async () => {
    const make = manualFactory(app)
    const manual = await make.aManual()
    const name = `manual-pages/${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}.png`
    const gone = name.replace('.png', '.jpg')
    await app.deps.files.put(name, new Blob(['a picture']))
    const html = `<p><img src="/files/${name}"><img src="/files/${name}"><img src="/files/${gone}"></p>`
    const topic = await make.aTopic()
    const page = await make.aPage(manual._id, await make.aSubTopic(topic._id, 'Fuses'))
    await app.db
      .updateTable('manual_pages')
      .set({ content: html as never })
      .where('id', '=', page._id)
      .execute()
    const found = async () => (await app.call(contentFound.manualPage, { _id: page._id }, visitor)).data
    // Stored by a former release, which recorded no facts about files.
    const at = (name: string) => `${app.deps.settings.publicUrl}/files/${name}`
    const unknown = { bytes: null, sha256: null }
    expect((await found()).pictures).toEqual([name, gone].map((name) => ({ url: at(name), ...unknown })))
    await askToReadUnknown(app.db)
    await app.runJobs()
    const pictures = [{ url: at(name), bytes: 9, sha256: createHash('sha256').update('a picture').digest('hex') }]
    expect((await found()).pictures).toEqual(pictures)
    const { data } = await app.call(content.manualPages, { manual_id: manual._id }, visitor)
    expect(data.map((one) => one.pictures)).toEqual([pictures])
  })

  it('says of every file how long it is and what its digest is, as it is at its address', async () => {
    const make = manualFactory(app)
    const manual = await make.aManual()
    await app.call(dealers.add, formOf({ ...sampleOf('dealers'), logo: await aPicture() } as never))
    await app.call(appImages.add, formOf({ url: await aPicture({ width: 300 }), seq_no: 1 }))
    const [item] = (await app.call(menuItems.list, {})).data
    const fields = { menu_item_id: item?._id ?? '', title: 'Manuals', seq_no: 1 }
    await app.call(menuItems.edit, formOf({ ...fields, icon: await aPicture() }))
    await app.call(socialMedias.add, formOf({ ...sampleOf('social_medias'), icon: await aPicture() } as never))
    await app.call(manuals.create_pdf, formOf({ manual_id: manual._id, file: await aPdf() }))
    const readOf = async (address: string) => {
      const { rawPayload } = await get(new URL(address).pathname)
      return { url: address, bytes: rawPayload.length, sha256: createHash('sha256').update(rawPayload).digest('hex') }
    }
    for (const [call, address, file] of [
      [content.dealers, 'logo', 'logo_file'],
      [content.sliderImages, 'url', 'url_file'],
      [content.menuItems, 'icon', 'icon_file'],
      [content.socialMedias, 'icon', 'icon_file'],
      [content.manuals, 'pdf_url', 'pdf_file'],
    ] as const) {
      const [record] = (await app.call(call, {}, visitor)).data as Record<string, unknown>[]
      expect(record?.[file]).toEqual(await readOf(String(record?.[address])))
    }
    const { data } = await app.call(contentFound.manual, { _id: manual._id }, visitor)
    expect(data.pdf_file).toEqual(await readOf(String(data.pdf_url)))
    const near = await app.call(contentFound.dealersNear, { latitude: '1', longitude: '1', miles: '12500' }, visitor)
    expect(near.data[0]?.logo_file?.url).toBe(near.data[0]?.logo)
  })
})

describe('dealers/near', () => {
  const BEND = { latitude: '44.06', longitude: '-121.31' }
  const near = (more: object = {}) => app.call(contentFound.dealersNear, { ...BEND, ...more }, visitor)
  const names = async (more?: object) => (await near(more)).data.map(({ name }) => name)
  const aDealer = (fields: object) => app.call(dealers.add, formOf({ ...sampleOf('dealers'), ...fields } as never))

  beforeEach(async () => {
    const places = [
      ['Portland', 45.52, -122.68, 'service', 'TT'],
      ['Redmond', 44.27, -121.17, 'both', 'TC'],
      ['Bend', 44.06, -121.31, 'dealer', 'TT/TC'],
      ['Boston', 42.36, -71.06, 'dealer', 'NONE'],
    ] as const
    for (const [name, latitude, longitude, type, active_lines] of places)
      await aDealer({ name, latitude, longitude, type, active_lines, external_id: name })
  })

  it('are in the order of their distance', async () => {
    const { data, total } = await near({ miles: '3000' })
    expect(data.map(({ name, distance_miles }) => [name, distance_miles])).toEqual([
      ['Bend', 0],
      ['Redmond', 16.1],
      ['Portland', 121.2],
      ['Boston', expect.any(Number)],
    ])
    expect(total).toBe(4)
    expect(await names()).toEqual(['Bend', 'Redmond'])
    expect(await names({ miles: 3000, page: 2, per_page: 1 })).toEqual(['Redmond'])
    expect(data[0]).not.toHaveProperty('external_id')
  })

  it('include those that are both', async () => {
    expect(await names({ miles: 500, type: 'service' })).toEqual(['Redmond', 'Portland'])
    expect(await names({ miles: 500, type: 'dealer' })).toEqual(['Bend', 'Redmond'])
    expect(await names({ miles: 500, type: 'both' })).toEqual(['Redmond'])
    expect(await names({ miles: 500, line: 'TT' })).toEqual(['Bend', 'Portland'])
    expect(await names({ miles: 500, line: 'TC' })).toEqual(['Bend', 'Redmond'])
    expect(await names({ miles: 500, line: 'TT/TC' })).toEqual(['Bend'])
    expect(await names({ miles: 12_500, line: 'NONE' })).toEqual(['Boston'])
  })

  it('are found across the 180th meridian', async () => {
    await aDealer({ name: 'Taveuni', latitude: -16.8, longitude: -179.97, external_id: 'T' })
    expect(await names({ latitude: -16.8, longitude: 179.97 })).toEqual(['Taveuni'])
  })

  it('that are more than a thousand come in parts, the nearest first, without gaps and doubles while others edit', async () => {
    const hours = { hour_sales: '9', hour_service: '9', hour_parts: '9' }
    const place = { address: 'a', area: '', city: 'Bend', state: 'Oregon', country: 'US', zip: '', longitude: -121.31 }
    const one = { type: 'dealer', active_lines: 'TT', logo_file: null, phone: '', tollfree: '' } as const
    const rows = Array.from({ length: 1100 }, (_, at) => ({
      ...one,
      ...place,
      ...hours,
      name: `D${at}`,
      latitude: 50 + at / 1000,
    }))
    const admin = await app.db.selectFrom('admins').select('id').executeTakeFirstOrThrow()
    const by = changeBy({ _id: admin.id, kind: 'admin' })
    await app.db.transaction().execute((db) => addMany(db, 'dealers', rows, by))
    const all = { latitude: 50, miles: 12_500 }
    const first = await near(all)
    expect([first.data.length, typeof first.next]).toEqual([1000, 'string'])
    await app.call(dealers.delete, { service_id: first.data.at(-1)?._id ?? '' })
    const rest = await near({ ...all, after: first.next })
    expect([rest.data.at(0)?.name, rest.next]).toEqual(['D1000', null])
    expect(new Set([...first.data, ...rest.data].map(({ _id }) => _id)).size).toBe(1104)
    const both = await app.refusal(contentFound.dealersNear, { ...BEND, after: first.next, page: '1' }, visitor)
    expect(both.errors).toHaveProperty('after')
    const unknown = await app.refusal(contentFound.dealersNear, { ...BEND, after: 'zzz' }, visitor)
    expect(unknown.errors).toEqual({ after: ['Please send the next of the answer before.'] })
    expect((await near({ page: 1 })).next).toBeNull()
  })

  it('need a place, and a distance that makes sense', async () => {
    const { errors } = await app.refusal(contentFound.dealersNear, { latitude: '91', miles: '-1' }, visitor)
    expect(Object.keys(errors ?? {})).toEqual(['latitude', 'longitude', 'miles'])
  })
})

describe('an answer that is known', () => {
  it('is not sent again until something changes', async () => {
    await app.call(rvTypes.add, { name: 'First', seq_no: 1 })
    const address = addressOf(content.rvTypes)
    const first = await get(address)
    const again = await get(address, { 'if-none-match': `W/"other", ${first.headers.etag}` })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    await app.call(rvTypes.add, { name: 'Second', seq_no: 2 })
    expect((await get(address, { 'if-none-match': first.headers.etag })).statusCode).toBe(200)
  })

  it('is written once for all who ask, and again after a change', async () => {
    const make = manualFactory(app)
    const { _id: manual_id } = await make.aManual()
    const topic = await make.aTopic()
    await make.aPage(manual_id, await make.aSubTopic(topic._id, 'Fuses'), '<img src="/files/manual-pages/a.png">')
    const written = vi.spyOn(content.manualPages.output, 'parse')
    try {
      const address = `${addressOf(content.manualPages)}?manual_id=${manual_id}`
      const answers = await Promise.all(Array.from({ length: 5 }, () => get(address)))
      const { headers, body } = await get(address)
      expect(new Set([...answers, { body }].map((answer) => answer.body)).size).toBe(1)
      expect(headers['content-type']).toBe('application/json; charset=utf-8')
      expect(body).toContain(`${app.deps.settings.publicUrl}/files/manual-pages/a.png`)
      expect((await get(address, { 'if-none-match': headers.etag })).statusCode).toBe(304)
      expect((await get(`${address}&page=1`)).json().data).toHaveLength(1)
      expect(written).toHaveBeenCalledTimes(2)
      await app.call(topics.edit, { topic_id: topic._id, name: 'Current', seq_no: 1 })
      expect((await get(address, { 'if-none-match': headers.etag })).json().data[0].topic).toBe('Current')
      expect(written).toHaveBeenCalledTimes(3)
    } finally {
      written.mockRestore()
    }
  })

  it('is another one for manuals when a page changes', async () => {
    const make = manualFactory(app)
    const { _id: manual_id } = await make.aManual()
    const topic = await make.aTopic()
    const page = await make.aPage(manual_id, await make.aSubTopic(topic._id, 'Fuses'), '<p>Old</p>')
    const other = await make.aPage(manual_id, await make.aSubTopic(topic._id, 'Pumps'), '<p>Pumps</p>')
    const addresses = [addressOf(content.manuals), `${addressOf(contentFound.manual)}?_id=${manual_id}`]
    const tags = () => Promise.all(addresses.map(async (address) => (await get(address)).headers.etag))
    const seen = [await tags()]
    await app.call(manualPages.edit, { manual_page_id: page._id, content: '<p>New</p>' })
    seen.push(await tags())
    await app.call(manualPages.delete, { manual_page_id: other._id })
    seen.push(await tags())
    for (const place of addresses.keys()) expect(new Set(seen.map((tags) => tags[place])).size).toBe(3)
  })

  it('changes with each of the tables that it is read from', async () => {
    const at = new Date().toISOString()
    await addCatalogue(app)
    for (const table of ['rv_types', 'years', 'models'] as const) {
      const known = (await get(addressOf(content.models))).headers.etag
      await app.db.updateTable(table).set({ name: 'Renamed', updated_at: at }).execute()
      const again = await get(addressOf(content.models), { 'if-none-match': known })
      expect([table, again.statusCode]).toEqual([table, 200])
    }
  })

  it('tells a shared cache how long it may be kept, for which requests, and when it is the same as before', async () => {
    await Promise.all(
      Array.from({ length: 12 }, (_, place) => app.call(rvTypes.add, { name: `Type ${place}`, seq_no: 1 })),
    )
    const kept = {
      'cache-control': 'public, max-age=0, s-maxage=10, must-revalidate',
      vary: 'x-api-key, accept-encoding',
    }
    const compressed = { 'accept-encoding': 'br' }
    for (const endpoint of Object.values(content)) {
      const address = addressOf(endpoint) + (endpoint === content.manualPages ? '?manual_id=none' : '')
      for (const headers of [{}, compressed, { token: 'of an owner' }]) {
        const { headers: answered } = await get(address, headers)
        expect([address, answered]).toEqual([address, expect.objectContaining({ ...kept, etag: expect.any(String) })])
        const same = await get(address, { ...headers, 'if-none-match': answered.etag })
        expect([same.statusCode, same.headers]).toEqual([
          304,
          expect.objectContaining({ ...kept, etag: answered.etag }),
        ])
      }
    }
    const [plain, short] = [await get(addressOf(content.rvTypes)), await get(addressOf(content.rvTypes), compressed)]
    expect([plain.headers['content-encoding'], short.headers['content-encoding']]).toEqual([undefined, 'br'])
    const stranger = await get(addressOf(content.rvTypes), { 'x-api-key': 'another' })
    expect([stranger.statusCode, stranger.headers['cache-control']]).toEqual([403, 'no-store'])
  })

  it('is described to HEAD as to GET', async () => {
    await addCatalogue(app)
    for (const endpoint of [content.models, config]) {
      const url = addressOf(endpoint)
      const ask = (method: 'GET' | 'HEAD', more = {}) =>
        app.app.inject({ method, url, headers: { 'x-api-key': API_KEY, ...more } })
      const [whole, head] = [await ask('GET'), await ask('HEAD')]
      const told = ['etag', 'cache-control', 'vary', 'content-length', 'content-type']
      const of = ({ headers }: typeof whole) => told.map((name) => [name, headers[name]])
      expect([head.body, of(head)]).toEqual(['', of(whole)])
      expect((await ask('HEAD', { 'if-none-match': whole.headers.etag })).statusCode).toBe(304)
    }
  })

  it('is kept by nobody else where it is the own, and refusals are not kept at all', async () => {
    const token = await openAppSession(app.db, await addOwner(app))
    const own = await get(addressOf(ownRecords.rvs), { token })
    expect([own.headers['cache-control'], typeof own.headers.etag]).toEqual(['private, no-cache', 'string'])
    const refused = await get(addressOf(ownRecords.rvs))
    expect([refused.statusCode, refused.headers['cache-control'], refused.headers.etag]).toEqual([
      401,
      'no-store',
      undefined,
    ])
  })
})

it('An app is told what it needs to know before anybody signs in', async () => {
  const { data } = await app.call(config, {}, visitor)
  expect(data).toMatchObject({ min_version: { ios: null, android: null }, limits: { rvs: 50, changes_an_hour: 200 } })
  const wrong = await app.app.inject({ method: 'POST', url: addressOf(config), headers: { 'x-api-key': API_KEY } })
  expect([wrong.statusCode, wrong.json().code, wrong.headers['allow']]).toEqual([405, 'wrong_method', 'GET'])
  expect(wrong.headers['request-id']).toBeTruthy()
})
