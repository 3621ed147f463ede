import { CompiledQuery, sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { changes } from '#contract/changes.ts'
import { dealers } from '#contract/dealers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { models } from '#contract/models.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { rvs } from '#contract/rvs.ts'
import { years } from '#contract/years.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { TEST_SERVER } from '../../testing/open-test-database.ts'
import { addCatalogue, addOwner } from '../../testing/people.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const dealer = (external_id: string, more: object = {}) => ({
  external_id,
  name: 'Cedar Trailers',
  type: 'dealer',
  active_lines: 'TT',
  address: '1 Main Street',
  city: 'Bend',
  state: 'Oregon',
  country: 'United States',
  zip: 97_701,
  hour_sales: '9 to 5',
  hour_service: '9 to 5',
  hour_parts: '9 to 5',
  latitude: 44.06,
  longitude: -121.31,
  ...more,
})
const citiesOf = async () => (await app.call(dealers.list, {})).data.map(({ city }) => city)

it('Records are added, changed and left as they are as one change, undone whole', async () => {
  const first = await app.call(dealers.upsert, { records: [dealer('D-1'), dealer('D-2')] })
  expect(first).toMatchObject({ message: '2 dealers saved: 2 new.', data: { new: 2, changed: 0, unchanged: 0 } })
  const again = await app.call(dealers.upsert, { records: [dealer('D-1'), dealer('D-2')] })
  expect(again).toMatchObject({ message: 'Nothing was changed.', change_id: null, data: { unchanged: 2 } })
  const records = [{ external_id: 'D-1', city: 'Reno' }, dealer('D-3'), dealer('D-2')]
  const { change_id, message, data } = await app.call(dealers.upsert, { records })
  expect(message).toBe('2 dealers saved: 1 new, 1 changed.')
  expect(data.ids[0]).toBe(first.data.ids[0])
  const { change, total } = await app.call(changes.get, { change_id: change_id ?? '' })
  expect([change.record_count, total]).toEqual([2, 2])
  await app.call(changes.undo, { change_id: change_id ?? '' })
  expect((await app.call(dealers.list, { is_deleted: false })).total).toBe(2)
  expect(await citiesOf()).not.toContain('Reno')
})

it('Sent again, nothing is written: no history, no version, no time of a change', async () => {
  const { category: cat_id, year: year_id, model } = await addCatalogue(app)
  const rv = { external_id: 'W-1', category: cat_id, year: year_id, model, vin: '123456', user: await addOwner(app) }
  const aModel = { external_id: 'M-1', cat_id, year_id, name: '9000', seq_no: 2, description: 'Long.' }
  const sends: [Endpoint, object][] = [
    [dealers.upsert, dealer('D-1', { phone: '(541) 555-0100', area: 'Old Mill' })],
    [models.upsert, aModel],
    [rvs.upsert, rv],
  ]
  const tables = ['dealers', 'models', 'rvs', 'changes', 'activity', 'synced'] as const
  const stored = () => Promise.all(tables.map((table) => app.db.selectFrom(table).selectAll().execute()))
  for (const [endpoint, record] of sends) await app.call(endpoint, { records: [record] })
  const before = await stored()
  for (const [endpoint, record] of sends)
    expect(await app.call(endpoint, { records: [record] })).toMatchObject({ change_id: null, data: { unchanged: 1 } })
  expect(await stored()).toEqual(before)
})

it.runIf(!TEST_SERVER)('Few external ids are found by their index, whatever is known of the others', async () => {
  const records = Array.from({ length: 500 }, (_, place) => dealer(`D-${place}`, { external_id: null }))
  await app.call(dealers.upsert, { records: records.map((one, place) => ({ ...one, name: `Dealer ${place}` })) })
  await sql`analyze`.execute(app.db)
  const { statements } = await app.statementsOf(() => app.call(dealers.upsert, { records: [dealer('D-1')] }))
  const asking = [...new Set(statements.filter((text) => / from dealers indexed by .*external_id /s.test(text)))]
  expect(asking).toHaveLength(2)
  for (const text of asking) {
    const { rows } = await app.db.executeQuery<{ detail: string }>(CompiledQuery.raw(`explain query plan ${text}`))
    expect(rows.some(({ detail }) => detail.includes('dealers_by_external_id'))).toBe(true)
  }
})

it('Each refused record is named by its place, and nothing is written unless they are left', async () => {
  const records = [dealer('D-1'), dealer('D-2', { name: '', latitude: 200 }), dealer('D-1', { colour: 'red' })]
  const refusal = (await app.refusal(dealers.upsert, { records })) as unknown as { status: number; refused: unknown }
  expect(refusal.status).toBe(422)
  const refused = [
    { place: 1, errors: { name: ['Name cannot be empty.'], latitude: ['Please enter a latitude from -90 to 90.'] } },
    {
      place: 2,
      errors: { colour: ['There is no field colour.'], external_id: ['The record at place 0 is the same dealer.'] },
    },
  ]
  expect(refusal.refused).toEqual(refused)
  expect(await citiesOf()).toEqual([])
  const { data } = await app.call(dealers.upsert, { records, leave_refused: true })
  expect(data).toMatchObject({ new: 1, ids: [expect.any(String), null, null], refused })
  expect(await citiesOf()).toEqual(['Bend'])
})

it('What is sent without coordinates is placed where all of its address is, and the answer says where', async () => {
  const nowhere = { latitude: null, longitude: null }
  const records = [
    dealer('D-1'),
    dealer('D-2', nowhere),
    dealer('D-3', { ...nowhere, city: 'Paris', country: 'France' }),
  ]
  const { data } = await app.call(dealers.upsert, { records, leave_refused: true })
  const at = { latitude: expect.closeTo(44.06, 0), longitude: expect.closeTo(-121.31, 0) }
  expect(data.placed).toEqual([{ place: 1, label: 'Bend, Oregon 97701, United States', ...at }])
  expect(data.refused).toEqual([{ place: 2, errors: { latitude: ['Please enter state or place it on the map.'] } }])
})

it('Values are said as in files, and the same record twice is one', async () => {
  const one = dealer('', { external_id: undefined, type: 'Dealer & Service' })
  const { data } = await app.call(dealers.upsert, { records: [one, { ...one }] })
  expect(data).toMatchObject({ new: 1, unchanged: 1 })
  expect(data.ids[0]).toBe(data.ids[1])
  expect((await app.call(dealers.upsert, { records: [one] })).data).toMatchObject({ unchanged: 1, ids: [data.ids[0]] })
  const both = (await app.refusal(dealers.upsert, { records: [{ ...one, type: 'Both' }] })) as unknown as {
    refused: object[]
  }
  const type = ['“Both” is no type. Choose Dealer, Service or Dealer & Service.']
  expect(both.refused).toEqual([{ place: 0, errors: { type } }])
  const named = { name: 'Cedar Trailers', city: 'Bend', area: 'Old Mill' }
  const matched = await app.call(dealers.upsert, { records: [named], match_by: 'name_and_city' })
  expect(matched.data).toMatchObject({ changed: 1, ids: [data.ids[0]] })
})

it('References are ids, external ids or names, and an RV is added for its owner', async () => {
  const { category, year, model } = await addCatalogue(app)
  const type = (await app.call(rvTypes.get, { cat_id: category })).data.name
  const { name } = (await app.call(years.get, { year_id: year })).data
  const aModel = { external_id: 'M-1', rv_type: type, year_id: year, name: '9000', seq_no: 2, description: 'Long.' }
  const { data } = await app.call(models.upsert, { records: [aModel] })
  await addOwner(app, 'Ada')
  const { email } = await app.db.selectFrom('users').select('email').executeTakeFirstOrThrow()
  const rv = { external_id: 'W-1', category, year_name: name, model: 'M-1', vin: '123456', user: email }
  await app.call(rvs.upsert, { records: [rv] })
  const [added] = (await app.call(rvs.list, {})).data
  expect(added).toMatchObject({ vin: '123456', model: { _id: data.ids[0] }, user_email: email })
  const moved = await app.call(rvs.upsert, { records: [{ external_id: 'W-1', model }] })
  expect(moved.data.changed).toBe(1)
  const other = { external_id: 'W-1', user: await addOwner(app, 'Grace') }
  const refusal = (await app.refusal(rvs.upsert, { records: [other] })) as unknown as { refused: object[] }
  expect(refusal.refused).toMatchObject([{ errors: { user: ['The owner of an RV cannot be changed.'] } }])
})
