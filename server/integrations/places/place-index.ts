import { around } from 'geokdbush'
import KDBush from 'kdbush'
import type { Box, Coordinates, Place, PlaceName } from '#contract/places.ts'
import { cityOfPostalArea, postalLetters } from './canadian-postal-areas.ts'
import { type City, compactKey, placeKey, readCities, type Spot } from './read-places.ts'
import { readQuery } from './read-query.ts'

const MAX_FOUND = 8
const MAX_NAMES = 40
const FARTHEST_KM = 100

/** A city that was found: `whole` when its whole name was typed. */
type Found = { city: City; whole: boolean }

/**
 * Reads the place data of the United States and Canada and builds the indexes that answer `search`, `at` and `within`.
 * Takes about a second and a hundred megabytes, so it does not belong on the main thread.
 */
export function buildPlaceIndex() {
  const cities = readCities().sort((one, other) => (one.key < other.key ? -1 : 1))
  const bySize = [...cities].sort((one, other) => other.size - one.size)
  const spots = cities.flatMap((city) => city.spots)
  const byZip = spots.filter(({ zip }) => zip).sort((one, other) => (one.zip < other.zip ? -1 : 1))
  const spotTree = treeOf(spots)
  const cityTree = treeOf(bySize)

  /** Suggestions for a typed text, the most likely first. */
  function search(text: string): Place[] {
    const { postal, cities: queries, street } = readQuery(text)
    const coded = postal ? startingWith(byZip, 'zip', isCanadian(postal) ? postal.slice(0, 3) : postal) : []
    if (!coded.length && isCanadian(postal) && !queries.some(({ text }) => text)) return byArea(postal, street)
    if (coded.length) {
      return coded.slice(0, MAX_FOUND).map((spot) => toPlace({ ...spot, zip: fullCode(spot, postal) }, street))
    }
    for (const query of queries) {
      const found = findCities(cities, query.text)
      // Only some Canadian postal codes are known; others are kept as typed.
      if (postal) return isCanadian(postal) ? inCanada(found, postal, query.street) : []
      if (found.length) return withPostalCodes(found).map((spot) => toPlace(spot, query.street))
    }
    return []
  }

  /** The city of a Canadian postal code whose area belongs to one city as a whole. */
  function byArea(postal: string, street: string): Place[] {
    const known = cityOfPostalArea(postal)
    const city = known && bySize.find(({ city, code }) => city === known.city && code === known.code)
    return city ? [toPlace({ ...city, zip: postal }, street)] : []
  }

  /** The nearest place to a coordinate; null if there is none within a hundred kilometres. */
  function at({ latitude, longitude }: Coordinates): Place | null {
    const [nearest] = around(spotTree, longitude, latitude, 1, FARTHEST_KM)
    const spot = nearest === undefined ? undefined : spots[nearest]
    return spot ? { ...toPlace(spot, ''), latitude, longitude } : null
  }

  /** The names of the largest cities in a box, far enough apart to be written side by side. */
  function within({ south, west, north, east }: Box): PlaceName[] {
    const gap = { x: (east - west) / 9, y: (north - south) / 14 }
    const names: PlaceName[] = []
    for (const id of cityTree.range(west, south, east, north).sort((one, other) => one - other)) {
      const { city: name, latitude, longitude } = bySize[id] as City
      const crowded = names.some(
        (other) => Math.abs(other.longitude - longitude) < gap.x && Math.abs(other.latitude - latitude) < gap.y,
      )
      if (!crowded) names.push({ name, latitude, longitude })
      if (names.length === MAX_NAMES) break
    }
    return names
  }

  return { search, at, within }
}

function treeOf(spots: { latitude: number; longitude: number }[]) {
  const tree = new KDBush(spots.length)
  for (const { latitude, longitude } of spots) tree.add(longitude, latitude)
  return tree.finish()
}

const isCanadian = (postal: string) => /^[A-Z]/.test(postal)

function inCanada(found: Found[], zip: string, street: string) {
  const there = found.filter(
    ({ city }) => city.country === 'Canada' && postalLetters[city.code]?.includes(zip.charAt(0)),
  )
  return there.map(({ city }) => toPlace({ ...city, zip }, street))
}

/** Cities as suggestions. If the first is certain, its other postal codes are offered too. */
function withPostalCodes(found: Found[]): Spot[] {
  const [first, second] = found
  const cities = found.map(({ city }) => city)
  const settled = first?.whole && !second?.whole
  if (!first || !settled) return cities
  const others = first.city.spots.filter(({ zip }) => zip !== first.city.zip)
  return [first.city, ...others.slice(0, 3), ...cities.slice(1), ...others.slice(3)].slice(0, MAX_FOUND)
}

/** A full Canadian postal code is kept as typed; only its area is known. */
const fullCode = ({ zip }: Spot, typed: string) => (zip.length === 3 ? typed : zip)

function toPlace(spot: Spot, street: string): Place {
  const { area, city, state, country, zip, latitude, longitude } = spot
  const label = [street, city, `${state} ${zip}`.trim(), country].filter(Boolean).join(', ')
  return { label, address: street, area, city, state, country, zip, latitude, longitude }
}

/** The entries of a sorted list whose `field` starts with `start`. */
function startingWith<Field extends string, Entry extends Record<Field, string>>(
  sorted: Entry[],
  field: Field,
  start: string,
) {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as Entry)[field] < start) low = middle + 1
    else high = middle
  }
  let end = low
  while (sorted[end]?.[field].startsWith(start)) end++
  return sorted.slice(low, end)
}

/** Cities by the start of their name, optionally followed by a state: exact names first, then by size. */
function findCities(cities: City[], text: string): Found[] {
  const words = placeKey(text.replaceAll(',', ' ')).split(' ')
  const found = new Map<City, boolean>()
  for (let inState = 0; inState < Math.min(words.length, 4); inState++) {
    const name = compactKey(words.slice(0, words.length - inState).join(' '))
    const state = words.slice(words.length - inState).join(' ')
    if (name.length < 2) break
    for (const city of startingWith(cities, 'key', name)) {
      if (inState && !isState(city, state)) continue
      found.set(city, found.get(city) || city.key === name)
    }
  }
  const order = [...found].sort(
    ([one, oneWhole], [other, otherWhole]) => Number(otherWhole) - Number(oneWhole) || other.size - one.size,
  )
  return order.slice(0, MAX_FOUND).map(([city, whole]) => ({ city, whole }))
}

const isState = ({ code, state }: City, typed: string) =>
  code.toLowerCase() === typed || (typed.length > 2 && placeKey(state).startsWith(typed))
