import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { places } from '#contract/places.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

const search = async (text: string) => (await app.call(places.search, { text })).data
const labels = async (text: string) => (await search(text)).map(({ label }) => label)

describe('admin/places/search', () => {
  it('finds a street in a city, with all that belongs to it', async () => {
    const [place] = await search('400 J Street, Sacramento CA')
    expect(place).toMatchObject({
      address: '400 J Street',
      city: 'Sacramento',
      area: 'Sacramento',
      state: 'California',
      country: 'United States',
      zip: expect.stringMatching(/^95\d{3}$/),
    })
    expect(place?.latitude).toBeCloseTo(38.58, 0)
  })

  it.each([
    ['95814', 'Sacramento, California 95814, United States'],
    ['400 J Street, Sacramento, CA 95814, USA', '400 J Street, Sacramento, California 95814, United States'],
    ['sacram', 'Sacramento, California 95816, United States'],
    ['springfield il', 'Springfield, Illinois 62703, United States'],
    ['12 Main St St. Paul MN', '12 Main St, Saint Paul, Minnesota 55155, United States'],
    ['montreal', 'Montréal, Quebec H3B, Canada'],
    ['10 King St W, Toronto, ON M5H 1A1', '10 King St W, Toronto, Ontario M5H 1A1, Canada'],
    ['290 Bremner Blvd, Toronto, ON M5V 3L9', '290 Bremner Blvd, Toronto, Ontario M5V 3L9, Canada'],
    ['Tofino, British Columbia', 'Tofino, British Columbia, Canada'],
    ['V5Y 1A1', 'Vancouver, British Columbia V5Y 1A1, Canada'],
    ['Charlottetown PEI', 'Charlottetown, Prince Edward Island C1A, Canada'],
    ['Raleigh, N. Carolina 27608', 'Raleigh, North Carolina 27608, United States'],
  ])('understands %s', async (text, label) => {
    expect((await labels(text))[0]).toBe(label)
  })

  it('offers the postal codes of a city that is settled', async () => {
    const found = await search('fresno, ca')
    expect(found.length).toBeGreaterThan(3)
    expect(new Set(found.map(({ zip }) => zip)).size).toBe(found.length)
  })

  it.each(['', 'x', '12', 'Atlantis Beneath The Sea', '99999 99999', "'; drop table dealers"])(
    'finds nothing for %j',
    async (text) => expect(await search(text)).toEqual([]),
  )
})

describe('admin/places/at', () => {
  it('names the nearest place, at the coordinate that was asked', async () => {
    const { data } = await app.call(places.at, { latitude: 38.6, longitude: '-121.5' })
    expect(data).toMatchObject({ city: 'Sacramento', state: 'California', zip: '95833', address: '', latitude: 38.6 })
    const canada = await app.call(places.at, { latitude: 49.69, longitude: -112.83 })
    expect(canada.data).toMatchObject({ city: 'Lethbridge', state: 'Alberta', country: 'Canada', zip: 'T1J' })
  })

  it('knows no place at sea, and refuses what is no coordinate', async () => {
    expect((await app.call(places.at, { latitude: 0, longitude: 0 })).data).toBeNull()
    expect((await app.refusal(places.at, { latitude: 91, longitude: 0 })).status).toBe(422)
  })
})

describe('admin/places/within', () => {
  it('names the largest places, far enough apart to be written', async () => {
    const { data } = await app.call(places.within, { south: 24, west: -125, north: 50, east: -66 })
    expect(data.length).toBeGreaterThan(20)
    expect(data.map(({ name }) => name)).toContain('Houston')
    const near = await app.call(places.within, { south: 38.5, west: -121.6, north: 38.7, east: -121.3 })
    expect(near.data[0]?.name).toBe('Sacramento')
  })
})
