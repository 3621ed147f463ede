import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { linesOf } from '../../lines.ts'
import { canadianPostalAreas } from './canadian-postal-areas.ts'
import type { Spot } from './spot.ts'

/** A whole city, at its centre. `size` grows with the city; `key` is its name after placeKey and compactKey. */
export type City = Spot & { key: string; size: number; spots: Spot[] }

const EXTRACT = join(import.meta.dirname, 'places.tsv.br')

/** What people abbreviate at the beginning of a name. At its end these are states, or the beginning of one. */
const shortened: Record<string, string> = { mt: 'mount', ft: 'fort', n: 'north', s: 'south', e: 'east', w: 'west' }

/**
 * The form in which names and searches are compared: lower case, no accents, no dots, `saint` for St., `fort` for Ft.
 */
export const placeKey = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\p{M}.'’]/gu, '')
    .toLowerCase()
    .replace(/[\s-]+/g, ' ')
    .replace(/\bst(e?)\b/g, 'saint$1')
    .trim()
    .replace(/^(mt|ft|[nsew])(?= .)/, (word) => shortened[word] ?? word)

const ONES = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const TEENS = [
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
]
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

/** A name with its leading number spelled out: 29 Palms is Twentynine Palms. */
export const spelledOut = (text: string) =>
  text.replace(/^(?:1000|[1-9]\d?)(?= |$)/, (digits) => {
    const number = Number(digits)
    if (number === 1000) return 'thousand'
    if (number >= 10 && number < 20) return TEENS[number - 10] ?? digits
    return `${TENS[Math.floor(number / 10)]}${ONES[number % 10]}`
  })

/** The same without blanks: La Grange is LaGrange, and O'Fallon is O Fallon. */
export const compactKey = (key: string) => key.replaceAll(' ', '')

/**
 * Reads all cities of the United States and Canada from the extract (see scripts/make-places.ts). Takes about half a
 * second.
 */
export function readCities(): City[] {
  const { 'United States': american = [], Canada: canadian = [] } = Object.groupBy(
    [...readSpots(), ...puertoRico],
    ({ country }) => country,
  )
  return [...citiesOfUnitedStates(american), ...citiesOfCanada(canadian)]
}

/** The lines of the extract without its header: one per American ZIP code and Canadian city. */
export function readSpots(): Spot[] {
  return readExtract()
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => {
      const [country = '', city = '', area = '', state = '', code = '', zip = '', latitude, longitude] =
        line.split('\t')
      return { city, area, state, code, country, zip, latitude: Number(latitude), longitude: Number(longitude) }
    })
}

/** The lines of the extract; header lines start with #. */
export const readExtract = () => linesOf(brotliDecompressSync(readFileSync(EXTRACT)).toString('utf8'))

function citiesOfUnitedStates(american: Spot[]): City[] {
  const cities = Map.groupBy(american, ({ city, code }) => `${city}\t${code}`)
  return [...cities.values()].map((spots) => {
    const fromMiddle = closestFirst(spots)
    const [middle] = fromMiddle as [Spot]
    return { ...middle, key: compactKey(placeKey(middle.city)), size: spots.length, spots: fromMiddle }
  })
}

/** Sorted by distance from the mean of all coordinates. */
function closestFirst(spots: Spot[]) {
  const mean = (axis: 'latitude' | 'longitude') => spots.reduce((sum, spot) => sum + spot[axis], 0) / spots.length
  const [latitude, longitude] = [mean('latitude'), mean('longitude')]
  const distance = (spot: Spot) => Math.hypot(spot.latitude - latitude, spot.longitude - longitude)
  return [...spots].sort((one, other) => distance(one) - distance(other))
}

function citiesOfCanada(canadian: Spot[]): City[] {
  const areas = postalAreas()
  return canadian.map((spot) => {
    const key = placeKey(spot.city)
    const { zip, size } = areas.get(`${key}\t${spot.state}`) ?? { zip: '', size: 1 }
    const there = { ...spot, zip }
    return { ...there, key: compactKey(key), size, spots: [there] }
  })
}

/** By city and province: the start of the postal code, and a size comparable to a number of ZIP codes. */
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

/**
 * The larger cities of Puerto Rico, which the extract lacks: name, ZIP code of the centre, and its coordinates.
 * Compiled for this project from public knowledge. A city has more ZIP codes.
 */
const cities: [city: string, zip: string, latitude: number, longitude: number][] = [
  ['San Juan', '00901', 18.4663, -66.1057],
  ['Bayamón', '00961', 18.3985, -66.1557],
  ['Carolina', '00985', 18.3808, -65.9574],
  ['Ponce', '00730', 18.0111, -66.6141],
  ['Caguas', '00725', 18.2341, -66.0485],
  ['Guaynabo', '00965', 18.3575, -66.111],
  ['Arecibo', '00612', 18.4725, -66.7157],
  ['Toa Baja', '00949', 18.4439, -66.2546],
  ['Mayagüez', '00680', 18.2013, -67.1396],
  ['Trujillo Alto', '00976', 18.3547, -66.0074],
  ['Toa Alta', '00953', 18.3883, -66.2482],
  ['Vega Baja', '00693', 18.4444, -66.3877],
  ['Humacao', '00791', 18.1497, -65.8274],
  ['Aguadilla', '00603', 18.4275, -67.1541],
  ['Fajardo', '00738', 18.3258, -65.6524],
  ['Cayey', '00736', 18.1119, -66.166],
  ['Isabela', '00662', 18.5008, -67.0244],
  ['Cabo Rojo', '00623', 18.0866, -67.1457],
  ['Dorado', '00646', 18.4588, -66.2677],
  ['Rincón', '00677', 18.3402, -67.2499],
]

const puertoRico: Spot[] = cities.map(([city, zip, latitude, longitude]) => ({
  city,
  area: city,
  state: 'Puerto Rico',
  code: 'PR',
  country: 'United States',
  zip,
  latitude,
  longitude,
}))
