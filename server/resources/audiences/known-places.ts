import type { Coordinates } from '#contract/places.ts'
import { refused } from '../../errors.ts'
import type { Places } from '../../integrations/places/places.ts'
import type { Postal } from '../../integrations/places/postal.ts'
import { stateReader } from '../../integrations/places/states.ts'
import { milesBetween } from '../dealers/near.ts'

type Around = { latitude: number; longitude: number; miles: number }

/** Where owners can be said to live. Lists of everything known are JSON, to be bound. */
export type Known = {
  allNames: string
  allAreas: string
  allLetters: string
  /** The names of these states in lower case and by stateKey, their postal codes, and first letters of those. Throws 422. */
  ofStates: (wanted: string[], path: string) => { names: string[]; areas: string[]; letters: string[] }
  /** The postal codes around a place. */
  near: (around: Around) => string[]
  /** Where a postal code is, if known. */
  at: (postalCode: string) => Coordinates | undefined
}

const read = new WeakMap<Postal, Known>()

/** The known places, assembled once. */
export async function knownPlaces(places: Pick<Places, 'postal'>): Promise<Known> {
  const postal = await places.postal()
  const before = read.get(postal)
  if (before) return before
  const known = knownOf(postal)
  read.set(postal, known)
  return known
}

/** The same if no condition asks for a place. */
export const NO_PLACES: Known = {
  allNames: '[]',
  allAreas: '[]',
  allLetters: '[]',
  ofStates: () => ({ names: [], areas: [], letters: [] }),
  near: () => [],
  at: () => undefined,
}

export function knownOf({ areas, states, letters }: Postal): Known {
  const readState = stateReader(states)
  const plain = Object.entries(states).flatMap(([code, name]) => [code, name].map((one) => [one.toLowerCase(), code]))
  const byName = [...new Map([...plain, ...readState.codes] as [string, string][])]
  // Two territories share a letter, which then identifies neither.
  const byLetter = Map.groupBy(
    Object.entries(letters).flatMap(([code, all]) => all.split('').map((letter) => ({ letter, code }))),
    ({ letter }) => letter,
  )
  const told = [...byLetter].flatMap(([letter, [one, other]]) => (one && !other ? [{ letter, code: one.code }] : []))
  const allNames = JSON.stringify(byName.map(([key]) => key))
  const byArea = new Map(areas.map(({ area, latitude, longitude }) => [area, { latitude, longitude }]))
  return {
    allNames,
    allAreas: JSON.stringify(areas.map(({ area }) => area)),
    allLetters: JSON.stringify(told.map(({ letter }) => letter)),
    ofStates(wanted, path) {
      const codes = wanted.map((text) => {
        const code = readState(text)
        if (code === undefined) throw refused(`${path}.value`, `“${text}” is no state or province.`)
        return code
      })
      return {
        names: byName.flatMap(([name, code]) => (codes.includes(code) ? name : [])),
        areas: areas.flatMap(({ area, state }) => (codes.includes(state) ? area : [])),
        letters: told.flatMap(({ letter, code }) => (codes.includes(code) ? letter : [])),
      }
    },
    near: ({ miles, ...around }) => areas.flatMap(({ area, ...at }) => (milesBetween(around, at) <= miles ? area : [])),
    at: (postalCode) => byArea.get(areaOf(postalCode)),
  }
}

/** The first part of a postal code, which identifies its location. */
const areaOf = (postalCode: string) =>
  /^\d/.test(postalCode) ? postalCode.slice(0, 5) : postalCode.slice(0, 3).toUpperCase()
