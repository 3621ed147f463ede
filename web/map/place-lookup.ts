import { type Coordinates, type Place, places } from '#contract/places.ts'
import { call } from '#web/api/call.ts'
import { readSettings } from '#web/api/settings.ts'

/** One of the places that a typed text may mean; `resolve` gives all that belongs to it. */
export type Suggestion = { label: string; resolve: () => Promise<Place | null> }

/** Looks places up by a typed text and by a coordinate. Throws where nobody answers. */
export type PlaceLookup = {
  search: (text: string) => Promise<Suggestion[]>
  at: (coordinates: Coordinates) => Promise<Place | null>
  /** What a person should know about the answers. */
  note: string
}

const builtIn: PlaceLookup = {
  async search(text) {
    const { data } = await call(places.search, { text })
    return data.map((place) => ({ label: place.label, resolve: async () => place }))
  },
  at: async (coordinates) => (await call(places.at, coordinates)).data,
  note: 'Cities and postal codes of the United States and Canada; streets are kept as typed. Place data: GeoNames, CC BY 4.0',
}

/** Google's places, asked once its script is there; where they cannot be asked, the built-in index answers. */
const google: PlaceLookup = {
  search: (text) => fromGoogle((lookup) => lookup.searchGoogle(text)).catch(() => builtIn.search(text)),
  at: (coordinates) => fromGoogle((lookup) => lookup.googleAt(coordinates)).catch(() => builtIn.at(coordinates)),
  note: '',
}

type GoogleLookup = typeof import('./google-lookup.ts')
const fromGoogle = async <Answer>(ask: (lookup: GoogleLookup) => Promise<Answer>) =>
  ask(await import('./google-lookup.ts'))

/** Where places are looked up: at Google where the operator has set a key, else in the built-in index. */
export const placeLookup = () => (readSettings().maps?.google ? google : builtIn)
