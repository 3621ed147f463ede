import type { Coordinates, Known, Place } from '#contract/places.ts'
import { cityOfPostalArea, postalLetters } from './canadian-postal-areas.ts'
import { type City, compactKey, placeKey } from './read-places.ts'
import type { Spot } from './spot.ts'

/** A city and a postal code that are farther apart contradict each other. */
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
/** A spreadsheet program has dropped the zeros in front. */
const SHORT_ZIP = /^\d{3,4}$/
const CANADIAN = /^([a-z]\d[a-z]) ?(\d[a-z]\d)?$/i

/** The country that is meant, as the index calls it; undefined for one that it does not have. */
export const countryCalled = (typed: string): string | undefined => COUNTRIES[compactKey(placeKey(typed))]

type Index = { cities: City[]; cityNamed: (name: string) => City[]; spotsOfZip: (zip: string) => Spot[] }

/**
 * Answers where something is of which parts of the address are known: the place that fits all of them, null where none
 * does, one is not known, or several fit.
 */
export function locator({ cities, cityNamed, spotsOfZip }: Index) {
  const byState = Map.groupBy(cities, ({ code }) => code)
  const areas = new Set(cities.flatMap(({ spots, code }) => spots.map(({ zip }) => `${code} ${zip.slice(0, 3)}`)))

  /** The codes of the states that are meant, all where none is said; none where it is not known. */
  function statesCalled(typed: string, country: string) {
    const key = placeKey(typed)
    return [...byState].flatMap(([code, [city]]) => {
      if (!city || (country && city.country !== country)) return []
      const name = placeKey(city.state)
      const fits = !key || key === code.toLowerCase() || key === name || (key.length > 3 && name.startsWith(key))
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
    // A village that the index does not have is no contradiction where more is known than its name.
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

/** How far two points are apart, well enough for those that are near. */
export function distanceKm(one: Coordinates, other: Coordinates) {
  const flat = Math.cos((one.latitude * Math.PI) / 180)
  return EARTH_KM * Math.hypot(one.latitude - other.latitude, (one.longitude - other.longitude) * flat)
}

const placeOf = (found: City[]) => (found.length === 1 && found[0] ? asPlace(found[0]) : null)

function asPlace({ area, city, state, country, zip, latitude, longitude }: Spot): Place {
  const label = [city, `${state} ${zip}`.trim(), country].filter(Boolean).join(', ')
  return { label, address: '', area, city, state, country, zip, latitude, longitude }
}
