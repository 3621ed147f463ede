import type { Known } from '#contract/places.ts'
import type { Places } from '../../integrations/places/places.ts'
import type { Errors } from './read-cells.ts'

const NOWHERE = 'Please enter state or place it on the map.'
const KNOWN_PARTS = ['city', 'state', 'country', 'zip'] as const

/**
 * Puts dealers whose row has no coordinates where the place index knows all of their address that it says, and fills in the
 * state and country that are missing, as the form does. Resolves to the name of the place; null where nothing was placed,
 * and says so among `errors`.
 */
export function placer(places: Places) {
  const known = new Map<string, ReturnType<Places['locate']>>()
  const locate = (about: Known) => {
    const key = JSON.stringify(about)
    const found = known.get(key) ?? places.locate(about)
    known.set(key, found)
    return found
  }

  return async (texts: Map<string, string>, errors: Errors): Promise<string | null> => {
    const of = (field: string) => texts.get(field)?.trim() ?? ''
    if (of('latitude') || of('longitude')) return null
    const about = Object.fromEntries(KNOWN_PARTS.map((part) => [part, of(part)]))
    const place = await locate(about)
    if (!place) {
      // Nobody has to enter what the place would have told.
      for (const field of ['state', 'country', 'latitude', 'longitude']) if (!of(field)) errors[field] ??= []
      errors[of('state') ? 'latitude' : 'state'] = [NOWHERE]
      return null
    }
    texts.set('latitude', String(place.latitude)).set('longitude', String(place.longitude))
    for (const field of ['state', 'country'] as const) if (!of(field)) texts.set(field, place[field])
    return place.label
  }
}
