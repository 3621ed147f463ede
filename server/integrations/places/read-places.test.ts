import { expect, it } from 'vitest'
import { buildPlaceIndex } from './place-index.ts'
import { readCities, readExtract, readSpots } from './read-places.ts'

it('the extract names its source and licence', () => {
  const header = readExtract().filter((line) => line.startsWith('#'))
  expect(header.join('\n')).toContain('GeoNames, https://www.geonames.org, licensed under CC BY 4.0')
})

it('the extract holds every ZIP code with a state, and every Canadian city', () => {
  const spots = readSpots()
  const american = spots.filter(({ country }) => country === 'United States')
  expect([spots.length, american.length]).toEqual([43_841, 40_979])
  // The states, the District of Columbia, and the Marshall Islands.
  expect(new Set(american.map(({ code }) => code)).size).toBe(52)
  expect(new Set(spots.filter(({ country }) => country === 'Canada').map(({ code }) => code)).size).toBe(13)
  expect(readCities().length).toBe(32_424)
  expect(spots.filter((spot) => !spot.city || !spot.state || !(Math.abs(spot.latitude) <= 90))).toEqual([])
  expect(american.filter(({ zip }) => !/^\d{5}$/.test(zip))).toEqual([])
})

it('finds places however people shorten and space them, Puerto Rico, and Canadian postal codes by three signs', () => {
  const { search } = buildPlaceIndex()
  const first = (text: string) => search(text)[0]
  const found = (text: string) => `${first(text)?.city}, ${first(text)?.state}`
  for (const [typed, place] of [
    ['Mt. Pleasant SC', 'Mount Pleasant, South Carolina'],
    ['Ft Lauderdale, FL', 'Fort Lauderdale, Florida'],
    ['N. Las Vegas', 'North Las Vegas, Nevada'],
    ["O'Fallon", 'O Fallon, Missouri'],
    ['LaGrange KY', 'La Grange, Kentucky'],
    ['La Grange GA', 'Lagrange, Georgia'],
    ['Helena MT', 'Helena, Montana'],
    ['San Juan PR', 'San Juan, Puerto Rico'],
    ['00901', 'San Juan, Puerto Rico'],
    ['M5V', 'Toronto, Ontario'],
    ['T3H 1A1', 'Calgary, Alberta'],
  ] as const)
    expect([typed, found(typed)]).toEqual([typed, place])
  expect(first('M5V')?.zip).toBe('M5V')
  expect(search('X9Z')).toEqual([])
})

it('looks places up as it did when the packages themselves were read', () => {
  const { search, at, within } = buildPlaceIndex()
  const first = (text: string) => {
    const [place] = search(text)
    return place && [place.label, place.area, place.latitude, place.longitude]
  }
  expect(first('95814')).toEqual(['Sacramento, California 95814, United States', 'Sacramento', 38.5804, -121.4922])
  expect(first('400 J Street, Sacramento CA')?.[0]).toBe('400 J Street, Sacramento, California 95816, United States')
  expect(first('saint-jerome')).toEqual(['Saint-Jérôme, Quebec J7Z, Canada', '', 45.78036, -74.00365])
  expect(first('Toronto M5H 2N2')).toEqual(['Toronto, Ontario M5H 2N2, Canada', '', 43.70643, -79.39864])
  expect(search('springf').map(({ state, zip }) => `${state} ${zip}`)).toEqual([
    'Illinois 62703',
    'Massachusetts 01104',
    'Missouri 65898',
    'Virginia 22152',
    'Ohio 45502',
    'Oregon 97477',
    'Arkansas 72157',
    'Colorado 81073',
  ])
  expect(at({ latitude: 41.68, longitude: -85.97 })?.label).toBe('Elkhart, Indiana 46515, United States')
  expect(at({ latitude: 0, longitude: 0 })).toBeNull()
  const names = within({ south: 41, west: -87, north: 42, east: -85 }).map(({ name }) => name)
  expect(names.slice(0, 3)).toEqual(['Fort Wayne', 'South Bend', 'Elkhart'])
})
