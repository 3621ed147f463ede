import { refused } from '../../errors.ts'
import type { Places } from '../../integrations/places/places.ts'
import type { Postal } from '../../integrations/places/postal.ts'
import { milesBetween } from '../dealers/near.ts'

type Around = { latitude: number; longitude: number; miles: number }

/** Where owners can be said to live. Lists of all that is known are JSON, to be bound. */
export type Known = {
  allNames: string
  allAreas: string
  allLetters: string
  /** What these states are called in lower case, their postal codes, and first letters of such. Throws 422. */
  ofStates: (wanted: string[], path: string) => { names: string[]; areas: string[]; letters: string[] }
  /** The postal codes around a place. */
  near: (around: Around) => string[]
}

const read = new WeakMap<Postal, Known>()

/** What is known of places, put together once. */
export async function knownPlaces(places: Pick<Places, 'postal'>): Promise<Known> {
  const postal = await places.postal()
  const before = read.get(postal)
  if (before) return before
  const known = knownOf(postal)
  read.set(postal, known)
  return known
}

/** The same where no condition asks for a place. */
export const NO_PLACES: Known = {
  allNames: '[]',
  allAreas: '[]',
  allLetters: '[]',
  ofStates: () => ({ names: [], areas: [], letters: [] }),
  near: () => [],
}

export function knownOf({ areas, states, letters }: Postal): Known {
  const byName = new Map<string, string>()
  for (const [code, name] of Object.entries(states)) for (const key of [code, name]) byName.set(key.toLowerCase(), code)
  // Two territories share a letter, which then says neither.
  const byLetter = Map.groupBy(
    Object.entries(letters).flatMap(([code, all]) => all.split('').map((letter) => ({ letter, code }))),
    ({ letter }) => letter,
  )
  const told = [...byLetter].flatMap(([letter, [one, other]]) => (one && !other ? [{ letter, code: one.code }] : []))
  const allNames = JSON.stringify([...byName.keys()])
  return {
    allNames,
    allAreas: JSON.stringify(areas.map(({ area }) => area)),
    allLetters: JSON.stringify(told.map(({ letter }) => letter)),
    ofStates(wanted, path) {
      const codes = wanted.map((text) => {
        const code = byName.get(text.trim().toLowerCase())
        if (code === undefined) throw refused(`${path}.value`, `“${text}” is no state or province.`)
        return code
      })
      return {
        names: [...byName].flatMap(([name, code]) => (codes.includes(code) ? name : [])),
        areas: areas.flatMap(({ area, state }) => (codes.includes(state) ? area : [])),
        letters: told.flatMap(({ letter, code }) => (codes.includes(code) ? letter : [])),
      }
    },
    near: ({ miles, ...around }) => areas.flatMap(({ area, ...at }) => (milesBetween(around, at) <= miles ? area : [])),
  }
}
