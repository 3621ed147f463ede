import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changes } from '#contract/changes.ts'
import { dashboard } from '#contract/dashboard.ts'
import { manualPages } from '#contract/manual-pages.ts'
import type { Coverage } from '#contract/manuals.ts'
import { manuals } from '#contract/manuals.ts'
import { rollovers } from '#contract/rollovers.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { topics } from '#contract/topics.ts'
import { years } from '#contract/years.ts'
import { isoNow } from '../../clock.ts'
import { insertMany } from '../../db/engines/insert-many.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { aPdf, manualFactory } from '../../testing/manuals.ts'
import { formOf } from '../../testing/pictures.ts'

let app: TestApp
let make: ReturnType<typeof manualFactory>
beforeEach(async () => {
  app = await buildTestApp()
  make = manualFactory(app)
})
afterEach(() => app.close())

const read = async () => (await app.call(manuals.coverage, {})).data
const cellsOf = (coverage: Coverage) => coverage.rv_types.flatMap(({ cells }) => cells)

/** Two manuals of one type, and two topics with a sub topic each. */
async function aShelf() {
  const first = await make.aManual('Travel Trailer', '2026')
  const year = (await app.call(years.add, { name: '2027' })).data
  const second = (await app.call(manuals.add, { category: first.category._id, year: year._id })).data
  const electrical = await make.aSubTopic((await make.aTopic('Electrical', 1))._id, 'Fuses')
  const water = await make.aSubTopic((await make.aTopic('Water', 2))._id, 'Pump')
  return { first, second, electrical, water, year }
}
const pageOf = (manual_id: string, sub: { _id: string; topic_id: { _id: string } }, content = '<p>Look.</p>') =>
  make.aPage(manual_id, sub, content)
const requireTopic = (topic_id: string, required = true) =>
  app.call(topics.edit, { topic_id, name: 'Electrical', seq_no: 1, required })

describe('admin/manuals/coverage', () => {
  it('has a cell for each active type and year, newest first, and says what each lacks', async () => {
    const { first, second, electrical, water } = await aShelf()
    await app.call(rvTypes.add, { name: 'Toy Hauler', seq_no: 2 })
    await app.call(years.delete, { year_id: (await app.call(years.add, { name: '1999' })).data._id })
    await pageOf(first._id, electrical)
    await pageOf(first._id, water)
    await pageOf(second._id, electrical)
    const coverage = await read()
    expect(coverage.years.map(({ name }) => name)).toEqual(['2027', '2026'])
    expect(coverage.rv_types.map(({ name, topics, cells }) => [name, topics, cells.length])).toEqual([
      ['Travel Trailer', ['Electrical', 'Water'], 2],
      ['Toy Hauler', [], 2],
    ])
    expect(coverage.rv_types[0]?.cells).toEqual([
      {
        year_id: second.year._id,
        manual_id: second._id,
        hidden_manual: null,
        written_count: 1,
        page_count: 1,
        topic_count: 1,
        topic_pages: [1, 0],
        missing_topics: ['Water'],
        gaps: [{ topic_id: water.topic_id._id, name: 'Water', required: false, hidden: null, hidden_count: 0 }],
        pdf: 'none',
        pdf_at: null,
      },
      expect.objectContaining({ year_id: first.year._id, manual_id: first._id, page_count: 2, missing_topics: [] }),
    ])
    expect(coverage.rv_types[1]?.cells[0]).toEqual({
      year_id: second.year._id,
      manual_id: null,
      hidden_manual: null,
      written_count: 0,
      page_count: 0,
      topic_count: 0,
      topic_pages: [],
      missing_topics: [],
      gaps: [],
      pdf: 'none',
      pdf_at: null,
    })
  })

  it('counts what is deleted as missing, and says so', async () => {
    const { first, second, electrical } = await aShelf()
    await pageOf(first._id, electrical)
    const { _id: manual_page_id } = await pageOf(second._id, electrical)
    await app.call(manualPages.delete, { manual_page_id })
    expect((await read()).rv_types[0]?.cells[0]).toMatchObject({
      page_count: 0,
      missing_topics: ['Electrical'],
      gaps: [{ hidden: 'deleted', hidden_count: 1 }],
    })
    await app.call(manuals.delete, { manual_id: first._id })
    const [newer, older] = (await read()).rv_types[0]?.cells ?? []
    expect(older).toMatchObject({
      manual_id: null,
      hidden_manual: { _id: first._id, why: 'deleted' },
      missing_topics: [],
    })
    // Nothing of the type is left as a measure: the manual lacks everything that can be written.
    expect(newer?.missing_topics).toEqual(['Electrical', 'Water'])
  })

  it('says what owners lack where there is no page, and no manual', async () => {
    const { first, second, electrical, water } = await aShelf()
    await make.aTopic('Nothing below', 3)
    await app.call(rvTypes.add, { name: 'Toy Hauler', seq_no: 2 })
    const all = [electrical, water].map(({ topic_id }) => topic_id._id)
    const before = await read()
    expect(before.topics.map(({ name, required, sub_topics }) => [name, required, sub_topics])).toEqual([
      ['Electrical', false, [{ _id: electrical._id, name: 'Fuses' }]],
      ['Water', false, [{ _id: water._id, name: 'Pump' }]],
      ['Nothing below', false, []],
    ])
    expect(before.rv_types.map(({ expected_topic_ids }) => expected_topic_ids)).toEqual([all, all])
    expect(before.rv_types[0]?.cells.map(({ missing_topics }) => missing_topics)).toEqual([
      ['Electrical', 'Water'],
      ['Electrical', 'Water'],
    ])
    await pageOf(first._id, water)
    const after = await read()
    expect(after.rv_types.map(({ expected_topic_ids }) => expected_topic_ids)).toEqual([[water.topic_id._id], all])
    expect(after.rv_types[0]?.cells.map(({ manual_id, missing_topics }) => [manual_id, missing_topics])).toEqual([
      [second._id, ['Water']],
      [first._id, []],
    ])
  })

  it('counts the sub topics with a page as the list does, also pages that owners do not see yet', async () => {
    const { first, electrical, water } = await aShelf()
    await pageOf(first._id, electrical)
    const place = {
      manual_id: first._id,
      topic_id: water.topic_id._id,
      subtopic_id: water._id,
      content: '<p>Later</p>',
    }
    await app.call(manualPages.add, { ...place, publish_at: '2099-01-01T00:00:00.000Z' })
    const coverage = await read()
    const cell = cellsOf(coverage).find(({ manual_id }) => manual_id === first._id)
    const { data: listed } = await app.call(manuals.get, { manual_id: first._id })
    expect([cell?.written_count, cell?.page_count]).toEqual([2, 1])
    expect([cell?.written_count, coverage.topics.flatMap(({ sub_topics }) => sub_topics).length]).toEqual([
      listed.page_count,
      listed.sub_topic_count,
    ])
  })

  it('counts the manuals of a year that is being prepared as missing until it is live, and says so', async () => {
    const { first, second, electrical, water } = await aShelf()
    await requireTopic(electrical.topic_id._id)
    await pageOf(first._id, electrical)
    await pageOf(second._id, electrical)
    const before = await read()
    const parts = ['manuals', 'pages'] as const
    const prepared = { from_year_id: second.year._id, name: '2028', parts: [...parts] }
    const { data: rollover } = await app.call(rollovers.prepare, prepared)
    const [copy] = (await app.call(manuals.list, { is_deleted: false })).data.filter(({ is_prepared }) => is_prepared)
    await pageOf(copy?._id ?? '', water)
    const [newest, ...older] = (await read()).rv_types[0]?.cells ?? []
    expect(newest).toMatchObject({
      year_id: rollover.year_id,
      manual_id: null,
      hidden_manual: { _id: copy?._id, why: 'prepared' },
      page_count: 0,
      missing_topics: [],
    })
    expect(older).toEqual(cellsOf(before))
    await app.call(rollovers.goLive, { rollover_id: rollover._id })
    const cells = (await read()).rv_types[0]?.cells
    expect(cells?.map(({ manual_id, missing_topics }) => [manual_id, missing_topics])).toEqual([
      [copy?._id, []],
      [second._id, ['Water']],
      [first._id, ['Water']],
    ])
  })

  it('says whether the PDF is there, and whether the pages have changed since', async () => {
    const { first, electrical } = await aShelf()
    const { _id: manual_page_id } = await pageOf(first._id, electrical)
    const pdf = async () => {
      const cell = cellsOf(await read()).find(({ manual_id }) => manual_id === first._id)
      return [cell?.pdf, cell?.pdf_at !== null]
    }
    expect(await pdf()).toEqual(['none', false])
    await app.call(manuals.create_pdf, formOf({ manual_id: first._id, file: await aPdf() }))
    expect(await pdf()).toEqual(['current', true])
    await app.call(manualPages.edit, { manual_page_id, content: '<p>Other.</p>' })
    expect(await pdf()).toEqual(['older', true])
  })

  it('misses a required topic in every manual, also where no other year has it', async () => {
    const { first, electrical } = await aShelf()
    await requireTopic(electrical.topic_id._id)
    const missing = async () =>
      cellsOf(await read()).map(({ missing_topics, gaps }) => [missing_topics, gaps[0]?.required])
    expect(await missing()).toEqual([
      [['Electrical', 'Water'], true],
      [['Electrical', 'Water'], true],
    ])
    const lines = async () =>
      (await app.call(dashboard.attention, {})).data.filter(({ kind }) => kind === 'topics_missing')
    expect(await lines()).toEqual([
      {
        kind: 'topics_missing',
        count: 2,
        title: '2 manuals lack a required topic',
        link: '/manuals?tab=coverage',
        since: first.created_at,
      },
    ])
    await pageOf(first._id, electrical)
    expect((await lines()).map(({ title }) => title)).toEqual(['1 manual lacks a required topic'])
    await requireTopic(electrical.topic_id._id, false)
    expect(await lines()).toEqual([])
  })

  it('equals a plain computation over random manuals', async () => {
    for (let round = 0; round < 3; round++) await fillAtRandom()
    const coverage = await read()
    expect(plainOf(coverage)).toEqual(await plainCoverage())
    expect(cellsOf(coverage).some(({ missing_topics }) => missing_topics.length > 0)).toBe(true)
  })

  const [PAST, FUTURE] = ['2001-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z'] as const
  const chance = (part: number) => Number(Math.random() < part)
  const record = (is_deleted: number) => {
    const at = isoNow()
    return { id: randomUUID(), is_deleted, version: 1, created_at: at, updated_at: at }
  }
  const named = (name: string) => ({ name, name_key: name.toLowerCase() })

  async function fillAtRandom() {
    const rows = (count: number, part: number) => Array.from({ length: count }, () => record(chance(part)))
    const word = () => `N${randomUUID()}`
    const types = rows(4, 0.2).map((row, seq_no) => ({ ...row, ...named(word()), seq_no }))
    const someYears = rows(4, 0.2).map((row) => ({ ...row, ...named(word()) }))
    const someTopics = rows(6, 0.2).map((row, seq_no) => ({ ...row, ...named(word()), seq_no, required: chance(0.3) }))
    const subs = someTopics.flatMap(({ id }) =>
      rows(2, 0.1).map((row, seq_no) => ({ ...row, ...named(word()), seq_no, topic_id: id })),
    )
    const books = types.flatMap(({ id }) =>
      someYears
        .filter(() => chance(0.8))
        .map((year) => ({
          ...record(chance(0.2)),
          cat_id: id,
          year_id: year.id,
          pdf_file: null,
          pdf_made_at: null,
          pdf_digest: null,
        })),
    )
    const pages = books.flatMap(({ id }) =>
      subs
        .filter(() => chance(0.5))
        .map((sub) => ({
          ...record(chance(0.3)),
          manual_id: id,
          topic_id: sub.topic_id,
          subtopic_id: sub.id,
          content: '',
          content_key: '',
          content_words: '',
          publish_at: chance(0.3) ? (chance(0.5) ? PAST : FUTURE) : null,
          unpublish_at: chance(0.2) ? (chance(0.5) ? PAST : FUTURE) : null,
        })),
    )
    await insertMany(app.db, 'rv_types', types)
    await insertMany(app.db, 'years', someYears)
    await insertMany(app.db, 'topics', someTopics)
    await insertMany(app.db, 'sub_topics', subs)
    await insertMany(app.db, 'manuals', books)
    await insertMany(app.db, 'manual_pages', pages)
  }

  const described = ({ name, page_count }: { name: string; page_count: number }) => `${name} ${page_count}`
  const namesIn = (names: string[]) => names.toSorted().join()

  const plainOf = ({ rv_types }: Coverage) =>
    rv_types
      .flatMap(({ _id, topics, cells }) =>
        cells.map(({ year_id, manual_id, page_count, topic_pages, gaps }) => {
          const counted = topic_pages.map((page_count, place) => described({ name: topics[place] ?? '', page_count }))
          const missing = gaps.map(({ name, hidden, hidden_count }) => `${name} ${hidden} ${hidden_count}`)
          return [_id, year_id, manual_id, page_count, namesIn(counted), namesIn(missing)].join(' | ')
        }),
      )
      .toSorted()

  /** The same, cell by cell, from all rows. */
  async function plainCoverage() {
    type Row = Record<string, string | number | null>
    const all = async (table: 'rv_types' | 'years' | 'topics' | 'manuals' | 'manual_pages') =>
      (await app.db
        .selectFrom(table as 'topics')
        .selectAll()
        .execute()) as object[] as Row[]
    const active = (rows: Row[]) => rows.filter(({ is_deleted }) => is_deleted === 0)
    const now = isoNow()
    function whyOf({ is_deleted, publish_at, unpublish_at }: Row) {
      if (is_deleted) return 'deleted'
      if (publish_at && String(publish_at) > now) return 'not_yet'
      return unpublish_at && String(unpublish_at) <= now ? 'taken_down' : ''
    }
    const everything = await Promise.all([
      all('rv_types'),
      all('years'),
      all('topics'),
      all('manuals'),
      all('manual_pages'),
    ])
    const [types = [], allYears = [], allTopics = [], books = []] = everything.map(active)
    const allPages = everything[4]
    const pages = allPages.filter((page) => whyOf(page) === '')
    function hiddenOf(book: Row | undefined, topic: unknown) {
      const reasons = allPages
        .filter(({ manual_id, topic_id }) => manual_id === book?.['id'] && topic_id === topic)
        .map(whyOf)
      const why = (['not_yet', 'taken_down', 'deleted'] as const).find((why) => reasons.includes(why)) ?? null
      return `${why} ${reasons.filter((one) => one === why).length}`
    }
    const has = (books: Record<string, unknown>[], topic: unknown) =>
      pages.some(({ manual_id, topic_id }) => topic_id === topic && books.some(({ id }) => id === manual_id))
    const isKnown = (books: Record<string, unknown>[]) => allTopics.some(({ id }) => has(books, id))
    const subTopics = await app.db.selectFrom('sub_topics').selectAll().where('is_deleted', '=', 0).execute()
    const isAbove = (topic: unknown) => subTopics.some(({ topic_id }) => topic_id === topic)
    return types
      .flatMap((type) =>
        allYears.map((year) => {
          const ofType = books.filter(
            (book) => book['cat_id'] === type['id'] && allYears.some(({ id }) => id === book['year_id']),
          )
          const book = ofType.find((one) => one['year_id'] === year['id'])
          const others = ofType.filter((one) => one !== book)
          const missing = book
            ? allTopics.filter(
                ({ id, required }) =>
                  !has([book], id) && (required === 1 || has(others, id) || (!isKnown(ofType) && isAbove(id))),
              )
            : []
          const about = (topic: unknown) =>
            pages.filter(({ manual_id, topic_id }) => manual_id === book?.['id'] && topic_id === topic).length
          const counted = book ? allTopics.filter(({ id }) => has(ofType, id)) : []
          const count = book ? pages.filter(({ manual_id }) => manual_id === book['id']).length : 0
          return [
            type['id'],
            year['id'],
            book?.['id'] ?? null,
            count,
            namesIn(counted.map(({ id, name }) => described({ name: String(name), page_count: about(id) }))),
            namesIn(missing.map(({ id, name }) => `${name} ${hiddenOf(book, id)}`)),
          ].join(' | ')
        }),
      )
      .toSorted()
  }
})

describe('a required topic', () => {
  it('is told by the history, stays where a call says nothing of it, and is filtered by', async () => {
    const { _id: topic_id } = await make.aTopic()
    await requireTopic(topic_id)
    await app.call(topics.edit, { topic_id, name: 'Electrical', seq_no: 4 })
    expect((await app.call(topics.get, { topic_id })).data).toMatchObject({ seq_no: 4, required: true })
    await make.aTopic('Water', 2)
    const filtered = await app.call(topics.list, { filters: { required: { op: 'eq', value: 'true' } } })
    expect(filtered.data.map(({ name }) => name)).toEqual(['Electrical'])
    const history = await app.call(changes.of_record, { record_type: 'topics', record_id: topic_id })
    expect(history.data.flatMap(({ fields }) => fields ?? [])).toContainEqual(
      expect.objectContaining({ field: 'required', label: 'Required', from: false, to: true }),
    )
  })
})
