import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addressOf } from '#contract/endpoint.ts'
import { isPublished, recordTypes } from '#contract/kinds.ts'
import { manuals } from '#contract/manuals.ts'
import { content } from '#contract/owner/content.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { subTopics } from '#contract/sub-topics.ts'
import { topics } from '#contract/topics.ts'
import { openAppSession } from '../../auth/app-sessions.ts'
import { API_KEY, buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { manualFactory } from '../../testing/manuals.ts'
import { addCatalogue, addOwner } from '../../testing/people.ts'

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
