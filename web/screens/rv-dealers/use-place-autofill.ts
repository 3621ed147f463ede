import { useRef, useState } from 'react'
import type { Coordinates, Place } from '#contract/places.ts'
import { placeLookup, type Suggestion } from '#web/map/place-lookup.ts'
import type { DealerFormState } from './dealer-form.tsx'

export type PlaceAutofill = ReturnType<typeof usePlaceAutofill>

const UNKNOWN = 'No place is known there. Please move the marker, or choose an address.'
const NO_ANSWER = 'The place could not be looked up. Please try again.'

/** Fills the address fields from a chosen suggestion or a moved marker. Only the latest lookup has an effect. */
export function usePlaceAutofill(form: DealerFormState) {
  const lookups = useRef(0)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [keptStreet, setKeptStreet] = useState(false)

  async function lookUp(find: () => Promise<Place | null>, fill: (place: Place | null) => void) {
    const id = ++lookups.current
    setBusy(true)
    setProblem(null)
    try {
      const place = await find()
      if (id !== lookups.current) return
      fill(place)
      if (!place) setProblem(UNKNOWN)
    } catch {
      if (id === lookups.current) setProblem(NO_ANSWER)
    } finally {
      if (id === lookups.current) setBusy(false)
    }
  }

  const fillParts = (place: Place | null) => ({
    area: place?.area ?? '',
    city: place?.city ?? '',
    state: place?.state ?? '',
    country: place?.country ?? '',
    zip: place?.zip ?? '',
  })
  const fillCoordinates = ({ latitude, longitude }: Coordinates) => ({
    latitude: String(latitude),
    longitude: String(longitude),
  })

  return {
    busy,
    problem,
    /** The marker was moved but the street was kept, so it may be wrong. */
    keptStreet,
    /** Fills all fields from a suggestion. */
    choose: (suggestion: Suggestion) =>
      lookUp(suggestion.resolve, (place) => {
        setKeptStreet(false)
        if (!place) return
        form.setValues({ address: addressOf(place), ...fillParts(place), ...fillCoordinates(place) })
      }),
    /** Fills the coordinates at once, and the address when it has been looked up. */
    moveTo: (to: Coordinates) => {
      const before = form.values.address
      form.setValues(fillCoordinates(to))
      void lookUp(
        () => placeLookup().at(to),
        (place) => {
          // The built-in lookup knows no streets and must not remove a typed one.
          const keeps = Boolean(before) && !place?.address
          setKeptStreet(keeps && /\d/.test(String(before)))
          const replaces = place && (!keeps || !/\d/.test(String(before)))
          form.setValues({ ...(replaces && { address: addressOf(place) }), ...fillParts(place) })
        },
      )
    },
  }
}

/** The street, or the city and state when there is none. */
const addressOf = ({ address, city, state }: Place) => address || [city, state].filter(Boolean).join(', ')
