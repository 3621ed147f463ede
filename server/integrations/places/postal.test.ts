import { expect, it } from 'vitest'
import { areasWithCity } from './canadian-postal-areas.ts'
import { readPostal } from './postal.ts'
import { readCities } from './read-places.ts'

const postal = readPostal()
const areas = new Map(postal.areas.map((one) => [one.area, one]))

it.each([
  ['H2X', 'QC', 45.51, -73.57],
  ['H3A', 'QC', 45.5, -73.58],
  ['M5V', 'ON', 43.64, -79.4],
  ['V5Y', 'BC', 49.25, -123.11],
  ['K1A', 'ON', 45.42, -75.7],
  ['B3H', 'NS', 44.64, -63.58],
  ['L5N', 'ON', 43.59, -79.75],
  ['T2P', 'AB', 51.05, -114.07],
])('%s is in its city', (area, state, latitude, longitude) => {
  const found = areas.get(area)
  expect(found?.state).toBe(state)
  expect(Math.abs((found?.latitude ?? 0) - latitude)).toBeLessThan(0.15)
  expect(Math.abs((found?.longitude ?? 0) - longitude)).toBeLessThan(0.15)
})

it('knows where every city is whose postal areas it knows, in the province of their letter', () => {
  const cities = new Set(readCities().map(({ city, code }) => `${city} ${code}`))
  const all = areasWithCity()
  expect(all.filter(({ city, code }) => !cities.has(`${city} ${code}`))).toEqual([])
  expect(all.filter(({ area, code }) => !postal.letters[code]?.includes(area.charAt(0)))).toEqual([])
  expect(all.filter(({ area, code }) => areas.get(area)?.state !== code)).toEqual([])
})

it('lets the area of a smaller city be where that is, and knows each only once', () => {
  expect(areas.size).toBe(postal.areas.length)
  expect(areas.get('M9A')?.latitude).toBeCloseTo(43.65, 1)
  // Estevan and Weyburn are no part of Regina.
  for (const area of ['S4A', 'S4H']) expect(areas.get(area)?.latitude).toBeLessThan(49.8)
})
