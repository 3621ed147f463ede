import { afterEach, beforeEach, expect, it } from 'vitest'
import { dealers } from '#contract/dealers.ts'
import { dice } from '../../demo/people.ts'
import { readPostal } from '../../integrations/places/postal.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addOwner } from '../../testing/people.ts'
import { formOf } from '../../testing/pictures.ts'
import { coverageOf } from './cover-owners.ts'
import { milesBetween } from './near.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

let made = 0
const owner = async (place: { state?: string; zip?: string }, more: object = {}) => {
  const id = await addOwner(app, `Owner ${++made}`)
  await app.db
    .updateTable('users')
    .set({ state: '', zip: '', ...place, ...more })
    .where('id', '=', id)
    .execute()
}
const reno = {
  type: 'both',
  active_lines: 'TT/TC',
  name: 'Northgate RV',
  address: '400 J Street',
  city: 'Reno',
  state: 'Nevada',
  country: 'United States',
  zip: '89502',
  hour_sales: 'Mon-Sat 9-6',
  hour_service: 'Mon-Fri 8-5',
  hour_parts: 'Closed',
  latitude: 39.5,
  longitude: -119.8,
}

it('says where owners live, and how many dealers are near, those far from any first', async () => {
  await owner({ zip: '89501' })
  await owner({ state: 'nv', zip: '89502-1234' })
  await owner({ zip: '10001', state: 'New York' })
  const { area = '' } = readPostal().areas.find(({ state }) => state === 'AB') ?? {}
  await owner({ zip: `${area.toLowerCase()} 2t6` })
  // Not every Canadian area is known, but its first letter tells the province.
  await owner({ zip: 'M0A 1A1' })
  await owner({ state: 'NV' })
  await owner({ state: 'P.E.I.' })
  for (const zip of ['H2X 1Y4', 'h3a', 'V5Y2B3']) await owner({ zip })
  await owner({ state: 'Bavaria', zip: 'D-80331' })
  await owner({})
  await owner({ zip: '89501' }, { is_deleted: 1 })
  const { _id: service_id, version } = (await app.call(dealers.add, formOf(reno))).data
  const { data, ...counts } = await app.call(dealers.coverage, {})
  const short = () => data.map((one) => [one.place, one.state, one.owners, one.dealers_within_100_miles])
  expect(short()).toEqual([
    ['100', 'New York', 1, 0],
    ['H2X', 'Quebec', 1, 0],
    ['H3A', 'Quebec', 1, 0],
    [area, 'Alberta', 1, 0],
    ['V5Y', 'British Columbia', 1, 0],
    ['895', 'Nevada', 2, 1],
    ['Nevada', 'Nevada', 1, null],
    ['Ontario', 'Ontario', 1, null],
    ['Prince Edward Island', 'Prince Edward Island', 1, null],
  ])
  expect(data.find(({ place }) => place === '895')?.latitude).toBeCloseTo(39.5, 0)
  expect(counts).toEqual({ message: 'Coverage', owners: 12, far: 5, unknown: 2 })
  await app.call(dealers.delete, { service_id, version })
  expect((await app.call(dealers.coverage, {})).far).toBe(7)
})

it('counts the dealers that a plain comparison with all of them counts', async () => {
  const roll = dice(5)
  const postal = readPostal()
  const near = Array.from({ length: 400 }, () => {
    const { latitude, longitude } = postal.areas[Math.floor(roll() * postal.areas.length)] as {
      latitude: number
      longitude: number
    }
    return { latitude: latitude + roll() - 0.5, longitude: longitude + roll() - 0.5 }
  })
  const living = postal.areas
    .filter(() => roll() < 0.02)
    .map(({ area }) => ({ state: '', zip: area, owners: 1 + Math.floor(roll() * 9) }))
  const { data, owners, unknown } = await coverageOf(living, near, postal)
  expect([data.reduce((sum, one) => sum + one.owners, 0), unknown]).toEqual([owners, 0])
  for (const { latitude, longitude, dealers_within_100_miles } of data) {
    if (latitude === null || longitude === null) throw new Error('every code is known here')
    const plain = near.filter((dealer) => milesBetween({ latitude, longitude }, dealer) <= 100).length
    expect(dealers_within_100_miles).toBe(plain)
  }
})
