import type { Coordinates, Known, Place } from '#contract/places.ts'
import { cityOfPostalArea, postalLetters } from './canadian-postal-areas.ts'
import { type City, compactKey, placeKey } from './read-places.ts'
import type { Spot } from './spot.ts'
import { stateReader } from './states.ts'

/** A city and a postal code farther apart contradict each other. */
export const NEAR_KM = 60
const UNITED_STATES = 'United States'
const COUNTRIES: Record<string, string> = {
  us: UNITED_STATES,
  usa: UNITED_STATES,
  america: UNITED_STATES,
  unitedstates: UNITED_STATES,
  unitedstatesofamerica: UNITED_STATES,
  theunitedstates: UNITED_STATES,
  ca: 'Canada',
  can: 'Canada',
  canada: 'Canada',
}
const ZIP = /^(\d{5})(?:-?\d{4})?$/
/** A spreadsheet program has dropped the leading zeros. */
const SHORT_ZIP = /^\d{3,4}$/
const CANADIAN = /^([a-z]\d[a-z]) ?(\d[a-z]\d)?$/i

/** The country by the index's name; undefined if it does not have it. */
export const countryCalled = (typed: string): string | undefined => COUNTRIES[compactKey(placeKey(typed))]

type Index = { cities: City[]; cityNamed: (name: string) => City[]; spotsOfZip: (zip: string) => Spot[] }

/**
 * Says where something is when only parts of its address are known: the place that fits all of them; null if none does,
 * one is unknown, or several fit.
 */
export function locator({ cities, cityNamed, spotsOfZip }: Index) {
  const byState = Map.groupBy(cities, ({ code }) => code)
  const readState = stateReader(Object.fromEntries(cities.map(({ code, state }) => [code, state])))
  const areas = new Set(cities.flatMap(({ spots, code }) => spots.map(({ zip }) => `${code} ${zip.slice(0, 3)}`)))

  /** The codes of the states meant: all if none is given, none if it is unknown. */
  function statesCalled(typed: string, country: string) {
    const [key, called] = [placeKey(typed), readState(typed)]
    return [...byState].flatMap(([code, [city]]) => {
      if (!city || (country && city.country !== country)) return []
      const name = placeKey(city.state)
      const fits = !key || called === code || (!called && key.length > 3 && name.startsWith(key))
      return fits ? [code] : []
    })
  }

  return ({ city = '', state = '', country = '', zip = '' }: Known): Place | null => {
    const inCountry = country.trim() ? countryCalled(country) : ''
    if (inCountry === undefined) return null
    const states = statesCalled(state.trim(), inCountry)
    if (!states.length) return null
    const named = city.trim() ? cityNamed(city).filter(({ code }) => states.includes(code)) : []
    const typed = zip.trim()
    if (!typed) return placeOf(named)
    const isToldByMore = Boolean(state.trim() || inCountry)
    const canadian = CANADIAN.exec(typed)
    if (canadian) return inCanada(canadian, named)
    const full = ZIP.exec(typed)?.[1] ?? (SHORT_ZIP.test(typed) ? typed.padStart(5, '0') : undefined)
    if (!full) return null
    const spots = spotsOfZip(full).filter(({ code }) => states.includes(code))
    const [spot] = spots
    if (!spot) {
      const fitting = spotsOfZip(full).length
        ? []
        : named.filter(({ code }) => areas.has(`${code} ${full.slice(0, 3)}`))
      return placeOf(fitting)
    }
    if (!city.trim() || named.some((one) => distanceKm(one, spot) < NEAR_KM)) return asPlace(spot)
    // An unknown village is no contradiction if more than its name is known.
    return isToldByMore && !cityNamed(city).length ? asPlace(spot) : null
  }
}

function inCanada([, area = '', rest = '']: RegExpExecArray, named: City[]) {
  const zip = `${area} ${rest}`.trim().toUpperCase()
  const whole = cityOfPostalArea(zip)
  const fitting = named.filter(
    ({ code }) => postalLetters[code]?.includes(zip.charAt(0)) && (!whole || whole.code === code),
  )
  const found = placeOf(fitting)
  return found && { ...found, zip }
}

const EARTH_KM = 111.2

/** The distance between two points, accurate enough for near ones. */
export function distanceKm(one: Coordinates, other: Coordinates) {
  const flat = Math.cos((one.latitude * Math.PI) / 180)
  return EARTH_KM * Math.hypot(one.latitude - other.latitude, (one.longitude - other.longitude) * flat)
}

const placeOf = (found: City[]) => (found.length === 1 && found[0] ? asPlace(found[0]) : null)

function asPlace({ area, city, state, country, zip, latitude, longitude }: Spot): Place {
  const label = [city, `${state} ${zip}`.trim(), country].filter(Boolean).join(', ')
  return { label, address: '', area, city, state, country, zip, latitude, longitude }
}
