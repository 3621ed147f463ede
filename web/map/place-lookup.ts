import { type Coordinates, type Place, places } from '#contract/places.ts'
import { call } from '#web/api/call.ts'
import { readSettings } from '#web/api/settings.ts'
import type { Suggestion } from './map-types.ts'

/** Finds places by text (`search`) and by coordinates (`at`). Rejects when the service does not answer. */
export type PlaceLookup = {
  search: (text: string) => Promise<Suggestion[]>
  at: (coordinates: Coordinates) => Promise<Place | null>
  /** A note about the data for the user; '' for none. */
  note: string
}

const builtIn: PlaceLookup = {
  async search(text) {
    const { data } = await call(places.search, { text })
    return data.map((place) => ({ label: place.label, resolve: async () => place }))
  },
  at: async (coordinates) => (await call(places.at, coordinates)).data,
  note: 'Cities and postal codes in the United States and Canada; street addresses aren’t checked. Place data: GeoNames, CC BY 4.0',
}

/** Google's places. When they fail, the built-in index answers. */
const google: PlaceLookup = {
  search: (text) => fromGoogle((lookup) => lookup.searchGoogle(text)).catch(() => builtIn.search(text)),
  at: (coordinates) => fromGoogle((lookup) => lookup.googleAt(coordinates)).catch(() => builtIn.at(coordinates)),
  note: '',
}

type GoogleLookup = typeof import('./google-lookup.ts')
const fromGoogle = async <Answer>(run: (lookup: GoogleLookup) => Promise<Answer>) =>
  run(await import('./google-lookup.ts'))

/** The place lookup: Google's if a key is set, else the built-in index. */
export const placeLookup = () => (readSettings().maps?.google ? google : builtIn)
