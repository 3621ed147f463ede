import { areasWithCity, postalLetters } from './canadian-postal-areas.ts'
import { readCities } from './read-places.ts'

/** The location of a postal code: a five-digit ZIP code, or the first three characters of a Canadian one. */
export type PostalArea = { area: string; state: string; latitude: number; longitude: number }
export type Postal = {
  areas: PostalArea[]
  /** By code: the names of each state and province. */
  states: Record<string, string>
  /** The first letters of Canadian postal codes, by province. */
  letters: Record<string, string>
}

/** Reads all known postal codes. */
export function readPostal(): Postal {
  const cities = readCities()
  const areas = new Map<string, PostalArea>()
  for (const { zip, code, latitude, longitude } of cities.flatMap(({ spots }) => spots))
    if (zip && !areas.has(zip)) areas.set(zip, { area: zip, state: code, latitude, longitude })
  const byName = new Map(cities.map((city) => [`${city.city}\t${city.code}`, city]))
  // Only one area of a city is at its own place; the others are known to be in it.
  for (const { area, city, code } of areasWithCity()) {
    const there = byName.get(`${city}\t${code}`)
    if (there && !areas.has(area)) {
      const { latitude, longitude } = there
      areas.set(area, { area, state: code, latitude, longitude })
    }
  }
  return {
    areas: [...areas.values()],
    states: Object.fromEntries(cities.map(({ code, state }) => [code, state])),
    letters: postalLetters,
  }
}
