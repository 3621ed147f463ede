import { setImmediate } from 'node:timers/promises'
import { type PlaceCovered, REACH_MILES } from '#contract/dealer-coverage.ts'
import type { Coordinates } from '#contract/places.ts'
import type { Postal, PostalArea } from '../../integrations/places/postal.ts'
import { stateReader } from '../../integrations/places/states.ts'
import { MILES_PER_DEGREE, milesBetween } from './near.ts'

/** How many owners have given this state and postal code. */
export type Living = { state: string; zip: string; owners: number }

const PREFIX = 3
/** How many are processed before letting others run. */
const AT_ONCE = 5000
const PLACES_AT_ONCE = 50

type Sum = { place: string; state: string; owners: number; latitude: number; longitude: number }

/**
 * Where owners live, by the first characters of their postal code, or by state if the code is unknown; and how many of
 * the dealers are within reach of the middle of where they live.
 */
export async function coverageOf(living: Living[], dealers: Coordinates[], postal: Postal) {
  const { places, states, owners, unknown } = await placesOf(living, postal)
  const countNear = nearCounter(dealers)
  const data: PlaceCovered[] = []
  for (const { place, state, owners, ...sum } of places) {
    if (data.length % PLACES_AT_ONCE === 0) await setImmediate()
    const middle = { latitude: rounded(sum.latitude / owners), longitude: rounded(sum.longitude / owners) }
    data.push({ place, state, ...middle, owners, dealers_within_100_miles: countNear(middle) })
  }
  for (const [state, owners] of states)
    data.push({ place: state, state, latitude: null, longitude: null, owners, dealers_within_100_miles: null })
  const far = data.reduce((sum, one) => sum + (one.dealers_within_100_miles === 0 ? one.owners : 0), 0)
  return { data: data.toSorted(fewestDealersFirst), owners, far, unknown }
}

const rounded = (degrees: number) => Number(degrees.toFixed(4))

const dealersOf = ({ dealers_within_100_miles: dealers }: PlaceCovered) => dealers ?? Number.MAX_SAFE_INTEGER

function fewestDealersFirst(one: PlaceCovered, other: PlaceCovered) {
  return (
    dealersOf(one) - dealersOf(other) ||
    other.owners - one.owners ||
    (`${one.place} ${one.state}` < `${other.place} ${other.state}` ? -1 : 1)
  )
}

async function placesOf(living: Living[], { areas, states: names, letters }: Postal) {
  const areaOf = new Map(areas.map((area) => [area.area, area]))
  const readState = stateReader(names)
  const ofLetter = provincesByLetter(letters)
  const places = new Map<string, Sum>()
  const states = new Map<string, number>()
  let [all, unknown] = [0, 0]
  for (const [place, { state, zip, owners: counted }] of living.entries()) {
    if (place % AT_ONCE === 0) await setImmediate()
    const owners = Number(counted)
    all += owners
    const code = codeOf(zip)
    const area = areaOf.get(code)
    const name = names[readState(state) ?? ofLetter.get(code.charAt(0)) ?? '']
    if (area) add(places, area, { owners, state: names[area.state] ?? area.state })
    else if (name) states.set(name, (states.get(name) ?? 0) + owners)
    else unknown += owners
  }
  return { places: places.values(), states, owners: all, unknown }
}

/** The province for each letter that begins only that province's postal codes. */
function provincesByLetter(letters: Postal['letters']) {
  const all = Object.entries(letters).flatMap(([code, own]) => own.split('').map((letter) => [letter, code] as const))
  return new Map(all.filter(([letter]) => all.filter(([other]) => other === letter).length === 1))
}

/** The part of a postal code that locates it: five digits, or three characters of a Canadian one. */
function codeOf(zip: string) {
  const typed = zip.trim().toUpperCase()
  if (/^\d/.test(typed)) return typed.slice(0, 5)
  return /^[A-Z]\d[A-Z]/.test(typed) ? typed.slice(0, 3) : ''
}

function add(
  places: Map<string, Sum>,
  { area, ...at }: PostalArea,
  { owners, state }: { owners: number; state: string },
) {
  const place = area.slice(0, PREFIX)
  // A few prefixes cross a state border.
  const key = `${place} ${state}`
  const sum = places.get(key) ?? { place, state, owners: 0, latitude: 0, longitude: 0 }
  sum.owners += owners
  sum.latitude += at.latitude * owners
  sum.longitude += at.longitude * owners
  places.set(key, sum)
}

/** Counts the dealers within reach; measures only those at a near latitude and longitude. */
function nearCounter(dealers: Coordinates[]) {
  const fromSouth = dealers.toSorted((one, other) => one.latitude - other.latitude)
  const degrees = REACH_MILES / MILES_PER_DEGREE + 0.1
  return (middle: Coordinates) => {
    let [low, high] = [0, fromSouth.length]
    while (low < high) {
      const half = (low + high) >> 1
      if ((fromSouth[half]?.latitude ?? 0) < middle.latitude - degrees) low = half + 1
      else high = half
    }
    // Towards the poles, the same distance is more degrees.
    const wide = degrees / Math.max(0.05, Math.cos(((Math.abs(middle.latitude) + degrees) * Math.PI) / 180))
    let count = 0
    for (let place = low; place < fromSouth.length; place++) {
      const dealer = fromSouth[place] as Coordinates
      if (dealer.latitude > middle.latitude + degrees) break
      const isNear = Math.abs(dealer.longitude - middle.longitude) <= wide
      if (isNear && milesBetween(middle, dealer) <= REACH_MILES) count++
    }
    return count
  }
}
