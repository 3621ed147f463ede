import { postalLetters } from './canadian-postal-areas.ts'
import { readCities } from './read-places.ts'

/** Where a postal code is: an American ZIP code of five digits, or the first three signs of a Canadian one. */
export type PostalArea = { area: string; state: string; latitude: number; longitude: number }
export type Postal = {
  areas: PostalArea[]
  /** By code: the names of each state and province. */
  states: Record<string, string>
  /** The first letters of Canadian postal codes, by province. */
  letters: Record<string, string>
}

/** Reads all postal codes that are known. */
export function readPostal(): Postal {
  const cities = readCities()
  const areas = new Map<string, PostalArea>()
  for (const { zip, code, latitude, longitude } of cities.flatMap(({ spots }) => spots))
    if (zip && !areas.has(zip)) areas.set(zip, { area: zip, state: code, latitude, longitude })
  return {
    areas: [...areas.values()],
    states: Object.fromEntries(cities.map(({ code, state }) => [code, state])),
    letters: postalLetters,
  }
}
