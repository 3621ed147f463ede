import { around } from 'geokdbush'
import KDBush from 'kdbush'
import type { Box, Coordinates, Place, PlaceName } from '#contract/places.ts'
import { cityOfPostalArea, postalLetters } from './canadian-postal-areas.ts'
import { distanceKm, locator, NEAR_KM } from './locate.ts'
import { type City, compactKey, placeKey, readCities, spelledOut } from './read-places.ts'
import { type CityQuery, type PlaceQuery, readQuery } from './read-query.ts'
import type { Spot } from './spot.ts'
import { stateReader } from './states.ts'

const MAX_FOUND = 8
const MAX_NAMES = 40
const FARTHEST_KM = 100
/** In the north the nearest place may be this far away. */
const REMOTE_KM = 500
/** Near a border the nearest place may be on the other side. */
const BORDER_KM = 30
const MANY = 60

/** A matching city: `whole` if its whole name was typed. */
type Found = { city: City; whole: boolean }

/**
 * Reads the place data of the United States and Canada and builds the indexes that answer `search`, `locate`, `at`,
 * `within` and `statesAround`. Takes about a second and a hundred megabytes, so it does not belong on the main thread.
 */
export function buildPlaceIndex() {
  const cities = readCities().sort((one, other) => (one.key < other.key ? -1 : 1))
  const bySize = [...cities].sort((one, other) => other.size - one.size)
  const spots = cities.flatMap((city) => city.spots)
  const byZip = spots.filter(({ zip }) => zip).sort((one, other) => (one.zip < other.zip ? -1 : 1))
  const spotTree = treeOf(spots)
  const cityTree = treeOf(bySize)

  const readState = stateReader(Object.fromEntries(cities.map(({ code, state }) => [code, state])))
  const isStateOnly = (text: string) => readState(text) !== undefined

  /** The cities with exactly this name. */
  const cityNamed = (name: string) => {
    const exactly = (key: string) => startingWith(cities, 'key', key).filter((city) => city.key === key)
    const named = exactly(compactKey(placeKey(name)))
    return named.length ? named : exactly(compactKey(spelledOut(placeKey(name))))
  }
  const spotsOfZip = (zip: string) => startingWith(byZip, 'zip', zip).filter((spot) => spot.zip === zip)

  /** Suggestions for a typed text, most likely first. None contradicts the text. */
  function search(text: string): Place[] {
    const query = readQuery(text)
    const { postal, before, country } = query
    const inCountry = (one: Spot) => !country || one.country === country
    if (!postal) return ofCity(query.cities, inCountry)
    const start = isCanadian(postal) ? postal.slice(0, 3) : postal
    const coded = startingWith(byZip, 'zip', start).filter(inCountry)
    const ofCode = (street: string) => {
      if (coded.length) return codedPlaces(coded, postal, street)
      return country === 'United States' ? [] : byArea(postal, street)
    }
    if (!before) return ofCode('')
    if (!isCanadian(postal)) return withCode(query, coded)
    for (const { street, ...city } of query.cities) {
      // Only some Canadian postal codes are known; others are kept as typed.
      const found = inCanada(citiesCalled(city, inCountry), postal, street)
      if (found.length) return found
    }
    return isStreetAlone(before) ? ofCode(before) : []
  }

  const citiesCalled = ({ text, whole }: Pick<CityQuery, 'text' | 'whole'>, fits: (one: City) => boolean) =>
    findCities({ cities, readState }, text, fits).filter((one) => !whole || one.whole)

  function ofCity(queries: CityQuery[], inCountry: (one: Spot) => boolean): Place[] {
    for (const { street, ...city } of queries) {
      const found = citiesCalled(city, inCountry)
      // A state alone is no city, but “Washington DC” is both.
      if (street && isStateOnly(city.text) && !found.some(({ whole }) => whole)) continue
      if (found.length) return withPostalCodes(found).map((spot) => toPlace(spot, street))
    }
    return []
  }

  /** The places of a ZIP code that match the text before it. */
  function withCode({ postal, before, cities: queries }: PlaceQuery, coded: Spot[]): Place[] {
    for (const { street, text, whole } of queries) {
      const fitting = coded.filter((spot) =>
        isStateOnly(text) && isState(spot, placeKey(text), readState(text))
          ? true
          : citiesCalled({ text, whole }, (city) => city.code === spot.code && distanceKm(city, spot) < NEAR_KM)
              .length > 0,
      )
      if (fitting.length) return codedPlaces(fitting, postal, street)
    }
    return isStreetAlone(before) ? codedPlaces(coded, postal, before) : []
  }

  const codedPlaces = (coded: Spot[], postal: string, street: string) =>
    coded.slice(0, MAX_FOUND).map((spot) => toPlace({ ...spot, zip: fullCode(spot, postal) }, street))

  /** The city of a Canadian postal code whose whole area belongs to one city. */
  function byArea(postal: string, street: string): Place[] {
    const known = cityOfPostalArea(postal)
    const city = known && bySize.find(({ city, code }) => city === known.city && code === known.code)
    return city ? [toPlace({ ...city, zip: postal }, street)] : []
  }

  /** The nearest place to coordinates; null if there is none within a hundred kilometres. */
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

  /**
   * The states, by name and code, with a place within thirty kilometres of each coordinate, and that of the nearest
   * place; none in remote areas.
   */
  function statesAround(points: Coordinates[]): string[][] {
    return points.map(({ latitude, longitude }) => {
      const nearest = around(spotTree, longitude, latitude, 1, REMOTE_KM)
      const near = around(spotTree, longitude, latitude, MANY, BORDER_KM)
      return [...new Set([...nearest, ...near].flatMap((id) => [spots[id]?.state ?? '', spots[id]?.code ?? '']))]
    })
  }

  return { statesAround, search, locate: locator({ cities, cityNamed, spotsOfZip }), at, within }
}

function treeOf(spots: { latitude: number; longitude: number }[]) {
  const tree = new KDBush(spots.length)
  for (const { latitude, longitude } of spots) tree.add(longitude, latitude)
  return tree.finish()
}

const isStreetAlone = (text: string) => /^\d/.test(text) && !text.includes(',')
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

type Named = { cities: City[]; readState: ReturnType<typeof stateReader> }

/** Cities by the start of their name, optionally followed by a state: exact names first, then by size. */
function findCities(index: Named, text: string, fits: (city: City) => boolean): Found[] {
  const typed = placeKey(text.replaceAll(',', ' '))
  const found = citiesStarting(index, typed, fits)
  return found.length ? found : citiesStarting(index, spelledOut(typed), fits)
}

function citiesStarting({ cities, readState }: Named, typed: string, fits: (city: City) => boolean): Found[] {
  const words = typed.split(' ')
  const found = new Map<City, boolean>()
  for (let inState = 0; inState < Math.min(words.length, 4); inState++) {
    const name = compactKey(words.slice(0, words.length - inState).join(' '))
    const state = words.slice(words.length - inState).join(' ')
    if (name.length < 2) break
    const code = readState(state)
    for (const city of startingWith(cities, 'key', name)) {
      if ((inState && !isState(city, state, code)) || !fits(city)) continue
      found.set(city, found.get(city) || city.key === name)
    }
  }
  const order = [...found].sort(
    ([one, oneWhole], [other, otherWhole]) => Number(otherWhole) - Number(oneWhole) || other.size - one.size,
  )
  return order.slice(0, MAX_FOUND).map(([city, whole]) => ({ city, whole }))
}

const isState = ({ code, state }: Spot, typed: string, called: string | undefined) =>
  code === called || (typed.length > 2 && placeKey(state).startsWith(typed))
