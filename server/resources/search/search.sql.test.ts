import { v7 as newId } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cmsPages } from '#contract/cms-pages.ts'
import { dealers } from '#contract/dealers.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { manuals } from '#contract/manuals.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { LONGEST_SEARCH, search } from '#contract/search.ts'
import { subTopics } from '#contract/sub-topics.ts'
import { topics } from '#contract/topics.ts'
import { years } from '#contract/years.ts'
import { openAppSession } from '../../auth/app-sessions.ts'
import { insertMany } from '../../db/engines/insert-many.ts'

import { withKeys } from '../../records/record-tables.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { TEST_SERVER } from '../../testing/open-test-database.ts'
import { addCatalogue, addMany, addOwner, changeBy } from '../../testing/people.ts'
import { formOf } from '../../testing/pictures.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const found = async (text: string) => (await app.call(search.search, { text })).data
const titles = async (text: string) => (await found(text)).map(({ title }) => title)

async function addTopics(...names: string[]) {
  for (const name of names) await app.call(topics.add, { name, seq_no: 1 })
}

const addDealer = async (more: Record<string, string>) => {
  const fields = { type: 'both', active_lines: 'TT/TC', address: '1 Main Street', country: 'United States' }
  const place = { city: 'Reno', state: 'Nevada', zip: '89501', latitude: 39.5, longitude: -119.8 }
  const hours = { hour_sales: '9 to 5', hour_service: '9 to 5', hour_parts: '9 to 5' }
  return (await app.call(dealers.add, formOf({ ...fields, ...place, ...hours, name: 'Cedar Trailers', ...more }))).data
}

/** More users than are kept in memory, so that the indexes are used; all names are unique. */
async function addManyUsers(names: string[], removed: string[] = []) {
  const at = new Date().toISOString()
  const shared = { is_deleted: 0, version: 1, created_at: at, updated_at: at, type: 'SIMPLE', status: 1 }
  const row = (name: string, place: number) =>
    withKeys('users', {
      id: newId(),
      ...shared,
      is_deleted: removed.includes(name) ? 1 : 0,
      name,
      email: `owner${place}@example.org`,
      must_change_password: 0,
    })
  const others = Array.from({ length: 10_001 }, (_, place) => `Qu ${place.toString(36).replaceAll(/[lbh]/g, '0')}x`)
  await insertMany(app.db, 'users', [...names, ...others, ...removed].map(row))
}

describe('admin/search', () => {
  it('finds whole names first, then beginnings, words and parts, and deleted ones behind all active ones', async () => {
    await addTopics('Retank it', 'Fresh tank', 'Tank Gauges', 'Tank')
    const gone = (await app.call(topics.add, { name: 'Tank Valves', seq_no: 9 })).data
    await app.call(topics.delete, { topic_id: gone._id, version: 1 })
    expect((await found('TANK')).map(({ title, is_deleted }) => [title, is_deleted])).toEqual([
      ['Tank', false],
      ['Tank Gauges', false],
      ['Fresh tank', false],
      ['Retank it', false],
      ['Tank Valves', true],
    ])
  })

  it('finds a deleted record by its whole name behind many active ones', async () => {
    const gone = (await app.call(topics.add, { name: 'Tank', seq_no: 9 })).data
    await app.call(topics.delete, { topic_id: gone._id, version: 1 })
    await addTopics(...Array.from({ length: 30 }, (_, place) => `Tank ${place}`))
    const data = await found('tank')
    expect(data).toHaveLength(5)
    expect(data.at(-1)).toMatchObject({ record_id: gone._id, is_deleted: true })
  })

  it('names a record and what tells it apart, at most five of each kind', async () => {
    await addTopics(...Array.from({ length: 7 }, (_, place) => `Reno ${place}`))
    const dealer = await addDealer({})
    const data = await found('reno')
    expect(data.map(({ record_type }) => record_type)).toEqual(
      ['dealers', ...Array.from({ length: 5 }, () => 'topics')].toSorted(
        (one, other) =>
          data.findIndex((found) => found.record_type === one) - data.findIndex((found) => found.record_type === other),
      ),
    )
    expect(data).toContainEqual({
      record_type: 'dealers',
      record_id: dealer._id,
      title: 'Cedar Trailers',
      subtitle: 'Reno',
      matched: '',
      is_deleted: false,
    })
  })

  it('says which phone number it was found by, where the name does not', async () => {
    await addDealer({ phone: '(541) 555-0100', tollfree: '800-555-0199' })
    await addOwner(app)
    const matched = async (text: string) => (await found(text)).map(({ matched }) => matched)
    expect(await matched('8005550199')).toEqual(['800-555-0199'])
    expect(await matched('541-555')).toEqual(['(541) 555-0100'])
    expect([await matched('cedar'), await matched('reno cedar'), await matched('grace')]).toEqual([[''], [''], ['']])
  })

  it.each([
    ['a part of the name', 'rail'],
    ['the city', 'reno'],
    ['all words in any order', 'reno cedar'],
    ['digits of the phone number', '5550100'],
    ['the phone number as people write it', '541-555-0100'],
  ])('finds a dealer by %s', async (_what, text) => {
    await addDealer({ phone: '(541) 555-0100' })
    expect(await titles(text)).toEqual(['Cedar Trailers'])
  })

  it('finds an RV by a whole VIN, its last six digits, and some of them', async () => {
    const owner = { token: await openAppSession(app.db, await addOwner(app)) }
    await app.call(ownRecords.addRv, { ...(await addCatalogue(app)), vin: '1FTFW1ET5DF310312' }, owner)
    for (const text of ['1FTFW1ET5DF310312', '310312', '0312']) {
      expect(await found(text)).toMatchObject([{ record_type: 'rvs', title: 'RV 310312' }])
    }
  })

  it('finds a user by email, and manuals and pages by what they are called', async () => {
    await addOwner(app)
    const category = (await app.call(rvTypes.add, { name: 'Truck Camper', seq_no: 1 })).data._id
    const year = (await app.call(years.add, { name: '2027' })).data._id
    const manual_id = (await app.call(manuals.add, { category, year })).data._id
    const topic_id = (await app.call(topics.add, { name: 'Plumbing', seq_no: 1 })).data._id
    const subtopic_id = (await app.call(subTopics.add, { topic_id, name: 'Tanks', seq_no: 1 })).data._id
    const content = '<p>Drain the <b>fres</b>h water before the first <a href="https://frost.example">frost</a>.</p>'
    await app.call(manualPages.add, { manual_id, topic_id, subtopic_id, content })
    expect(await titles('hopper@exam')).toEqual(['Grace Hopper'])
    expect((await titles('truck 2027'))[0]).toBe('Truck Camper - 2027')
    expect(await titles('manual page: plumbing tanks')).toEqual(['Plumbing - Tanks'])
    expect(await found('frost fresh')).toMatchObject([
      { record_type: 'manual_pages', title: 'Plumbing - Tanks', subtitle: 'Truck Camper - 2027' },
    ])
    // Neither tags nor addresses are text.
    expect(await titles('href')).toEqual([])
    expect(await titles('frost.example')).toEqual([])
  })

  it('finds the new words of a page after an edit, and no longer the old ones', async () => {
    const page = { title: 'About', code: 'about', content: '<p>Built to be taken out.</p>' }
    const { _id } = (await app.call(cmsPages.add, page)).data
    expect(await titles('taken')).toEqual(['About'])
    await app.call(cmsPages.edit, { cms_page_id: _id, version: 1, title: 'About', content: '<p>Made for travel.</p>' })
    expect([await titles('taken'), await titles('made trav')]).toEqual([[], ['About']])
  })

  it('is narrowed by the name of a kind', async () => {
    await addTopics('Reno')
    await addDealer({})
    for (const text of ['dealer: reno', 'Dealers:reno', 'RV Dealers/Service: Reno'])
      expect(await titles(text)).toEqual(['Cedar Trailers'])
    expect(await titles('topic: reno')).toEqual(['Reno'])
    expect(await titles('note: reno')).toEqual([])
  })

  it('finds nothing for nothing, takes whatever is typed, and refuses what is too long', async () => {
    await addTopics('50% "off" \\ it’s_')
    expect([await titles(''), await titles('  '), await titles(':')]).toEqual([[], [], []])
    for (const text of ['50% "off"', '\\', "it's_", '%', '"']) expect(await titles(text)).toHaveLength(1)
    for (const text of ['_x', 'AND', '*', 'a OR b', '(', '\u0000', '☃']) expect(await titles(text)).toEqual([])
    const { errors } = await app.refusal(search.search, { text: 'x'.repeat(LONGEST_SEARCH + 1) })
    expect(errors).toEqual({ text: ['Search should not be more than 250 characters.'] })
  })
})

describe('a name that is misspelt', () => {
  it.each(['Plunbing', 'Plumbig', 'Plumbbing', 'Water Heatr', 'WaterHeater'])('(%s) is found', async (text) => {
    await addTopics('Plumbing', 'Water Heater', 'Electrical')
    expect(await titles(text)).toEqual([text.startsWith('P') ? 'Plumbing' : 'Water Heater'])
  })

  it('may have two other letters from nine letters on, none below five, and never in a number or an address', async () => {
    await addTopics('Electrical', 'Fuse', 'Model 2285')
    await addOwner(app)
    expect(await titles('Elektrikal')).toEqual(['Electrical'])
    for (const text of ['Fuze', 'Model 2286', 'grace.hopper@exmaple.com', '2286'])
      expect(await titles(text)).toEqual([])
  })

  it('is found by its new name after an edit, also by one who was found before', async () => {
    const { _id } = (await app.call(topics.add, { name: 'Plumbing', seq_no: 1 })).data
    expect(await titles('Sanitatoin system')).toEqual([])
    await app.call(topics.edit, { topic_id: _id, version: 1, name: 'Sanitation System', seq_no: 1 })
    expect(await titles('Sanitatoin system')).toEqual(['Sanitation System'])
  })

  it.runIf(TEST_SERVER)('is found once it is committed, however many names were committed meanwhile', async () => {
    const open = await app.db.startTransaction().setIsolationLevel('serializable').execute()
    const admin = await open.selectFrom('admins').select('id').executeTakeFirstOrThrow()
    await addMany(open, 'topics', [{ name: 'Plumbing', seq_no: 1 }], changeBy({ _id: admin.id, kind: 'admin' }))
    await addManyUsers([])
    expect(await titles('Plunbing')).toEqual([])
    await addTopics('Electrical')
    expect(await titles('Elektrical')).toEqual(['Electrical'])
    await open.commit().execute()
    expect(await titles('Plunbing')).toEqual(['Plumbing'])
  })
})

describe('among very many', () => {
  beforeEach(() =>
    addManyUsers(['Grace Hopper', 'Hopper Grace', 'Brewster Hopperman', 'Ada Lovelace', 'Beth Mc Grace']),
  )

  it.each([
    ['grace', ['Grace Hopper', 'Beth Mc Grace', 'Hopper Grace']],
    ['ster hop', ['Brewster Hopperman']],
    ['lovelace ada', ['Ada Lovelace']],
    ['hopper grace', ['Hopper Grace', 'Grace Hopper']],
    ['bh', []],
    ['lo', ['Ada Lovelace']],
    ['owner3@example.org', ['Ada Lovelace']],
    ['Ada Lovelase', ['Ada Lovelace']],
    ['Lovelase', ['Ada Lovelace']],
    ['%', []],
  ])('finds the same as among few (%s)', async (text, expected) => {
    expect(await titles(`user: ${text}`)).toEqual(expected)
  })
})

it('finds letters with accents by those without, and the other way round, what has them as typed first', async () => {
  await addDealer({ name: 'Caravanes Québec', city: 'Montréal' })
  await addDealer({ name: 'Caravanes Quebec', city: 'Łódź' })
  expect(await titles('caravanes quebec')).toEqual(['Caravanes Quebec', 'Caravanes Québec'])
  expect(await titles('caravanes québec')).toEqual(['Caravanes Québec', 'Caravanes Quebec'])
  expect(await titles('lodz')).toEqual(['Caravanes Quebec'])
  const listed = async (op: string, value: string) =>
    (await app.call(dealers.list, { filters: { city: { op, value } } })).data.map(({ city }) => city)
  for (const [op, value] of [
    ['contains', 'Montreal'],
    ['equals', 'MONTREAL'],
    ['starts_with', 'montre'],
    ['ends_with', 'real'],
  ] as const)
    expect(await listed(op, value)).toEqual(['Montréal'])
})

it('finds them among very many, by the indexes, also where another letter is wrong', async () => {
  await addManyUsers(['Zoë Brûlée', 'Zoe Brulee', 'Łukasz Ørsted'])
  expect(await titles('zoe brulee')).toEqual(['Zoe Brulee', 'Zoë Brûlée'])
  expect(await titles('brûlée')).toEqual(expect.arrayContaining(['Zoe Brulee', 'Zoë Brûlée']))
  expect(await titles('orsted')).toEqual(['Łukasz Ørsted'])
  expect(await titles('lukasz orstad')).toEqual(['Łukasz Ørsted'])
})

it('finds active ones among very many deleted ones, by beginnings and by parts', async () => {
  const removed = Array.from({ length: 60 }, (_, place) => `Renowned Zo ${place}`)
  await addManyUsers(['Renowned Zoph', 'Mc Renowned'], removed)
  const data = await found('renowned')
  expect(data.filter(({ is_deleted }) => !is_deleted).map(({ title }) => title)).toEqual([
    'Renowned Zoph',
    'Mc Renowned',
  ])
  expect(data).toHaveLength(5)
})
