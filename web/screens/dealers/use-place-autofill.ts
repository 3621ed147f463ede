import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Coordinates, Place } from '#contract/places.ts'
import type { Suggestion } from '#web/map/map-types.ts'
import { placeLookup } from '#web/map/place-lookup.ts'
import type { DealerFormState, DealerValues } from './dealer-values.ts'

export type PlaceAutofill = ReturnType<typeof usePlaceAutofill>

const UNKNOWN = 'No place was found there. Please type City, State and Country, move the marker, or choose an address.'
const NO_ANSWER = 'The place could not be looked up. Please try again.'
/** An arrow key that is held down moves the marker many times. */
const DEBOUNCE_MS = 300

/**
 * Fills the address fields from a chosen suggestion or a moved marker. Only the latest lookup has an effect. Fields
 * that no lookup can fill open for typing.
 */
export function usePlaceAutofill(form: DealerFormState) {
  const client = useQueryClient()
  const lookups = useRef(0)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [keptStreet, setKeptStreet] = useState(false)
  const [typing, setTyping] = useState(false)

  // One by one: setValues would remove the errors of all other fields.
  const fill = (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) form.setFieldValue(name as keyof DealerValues, value)
  }

  async function lookUp(find: () => Promise<Place | null>, apply: (place: Place) => void, delay = 0) {
    const id = ++lookups.current
    setBusy(true)
    setProblem(null)
    try {
      if (delay) await new Promise((resolve) => setTimeout(resolve, delay))
      if (id !== lookups.current) return
      const place = await find()
      if (id !== lookups.current) return
      setTyping(!place?.state || !place.country)
      if (place) apply(place)
      else setProblem(UNKNOWN)
    } catch {
      if (id !== lookups.current) return
      setTyping(true)
      setProblem(NO_ANSWER)
    } finally {
      if (id === lookups.current) setBusy(false)
    }
  }

  return {
    busy,
    problem,
    /** The marker was moved but the street was kept, so it may be wrong. */
    keptStreet,
    /** State, Country and Postal Code can be typed, because no lookup knows them. */
    typing,
    /** Opens these fields: nothing is known about what was typed as the address. */
    allowTyping: () => setTyping(true),
    /** Fills all fields from a suggestion. */
    choose: (suggestion: Suggestion) =>
      lookUp(suggestion.resolve, (place) => {
        setKeptStreet(false)
        fill({ address: addressOf(place), ...partsOf(place), ...coordinatesOf(place) })
      }),
    /** Fills the coordinates at once, and the address when it has been looked up. */
    moveTo: (to: Coordinates) => {
      const before = form.values.address
      fill(coordinatesOf(to))
      const at = () =>
        // Through the query client, so that the rules in web/app/query-client.ts apply.
        client.fetchQuery({ queryKey: ['place-at', to], queryFn: () => placeLookup().at(to), retry: false })
      const apply = (place: Place) => {
        // The built-in lookup knows no streets and must not remove a typed one.
        const keeps = Boolean(before) && !place.address
        setKeptStreet(keeps && /\d/.test(String(before)))
        const replaces = !keeps || !/\d/.test(String(before))
        fill({ ...(replaces && { address: addressOf(place) }), ...partsOf(place) })
      }
      void lookUp(at, apply, DEBOUNCE_MS)
    },
  }
}

const partsOf = ({ area, city, state, country, zip }: Place) => ({ area, city, state, country, zip })
const coordinatesOf = ({ latitude, longitude }: Coordinates) => ({
  latitude: String(latitude),
  longitude: String(longitude),
})

/** The street, or the city and state when there is none. */
const addressOf = ({ address, city, state }: Place) => address || [city, state].filter(Boolean).join(', ')
