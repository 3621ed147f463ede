import type { Places } from '../../integrations/places/places.ts'

/**
 * Puts dealers whose row has no coordinates where the place index knows their postal code or city, and fills in the state
 * and country that are missing, as the form does. Resolves to the name of the place; null where nothing was placed.
 */
export function placer(places: Places) {
  const known = new Map<string, ReturnType<Places['search']>>()
  const search = (text: string) => {
    const found = known.get(text) ?? places.search(text)
    known.set(text, found)
    return found
  }

  return async (texts: Map<string, string>): Promise<string | null> => {
    const of = (field: string) => texts.get(field)?.trim() ?? ''
    if (of('latitude') || of('longitude')) return null
    const [city, state, zip] = [of('city'), of('state'), of('zip')]
    // A short form of a state cannot be compared, so that its city alone would be any of that name.
    const anywhere = state && isShort(state) ? '' : city
    for (const text of [zip, [city, state].filter(Boolean).join(', '), anywhere]) {
      const found = text ? await search(text) : []
      const place = found.find((one) => !state || sameState(one.state, state)) ?? (state ? undefined : found[0])
      if (!place) continue
      texts.set('latitude', String(place.latitude)).set('longitude', String(place.longitude))
      for (const field of ['state', 'country'] as const) if (!of(field)) texts.set(field, place[field])
      return place.label
    }
    return null
  }
}

const isShort = (state: string) => state.length <= 3

/** Whether a row means this state: by its name, or by a shorter form, which the index has looked up. */
const sameState = (name: string, typed: string) =>
  isShort(typed) || name.localeCompare(typed, 'en', { sensitivity: 'base' }) === 0
