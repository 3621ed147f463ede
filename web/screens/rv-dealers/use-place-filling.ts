import { useRef, useState } from 'react'
import type { Coordinates, Place } from '#contract/places.ts'
import { placeLookup, type Suggestion } from '#web/map/place-lookup.ts'
import type { DealerFormState } from './dealer-form.tsx'

export type PlaceFilling = ReturnType<typeof usePlaceFilling>

const UNKNOWN = 'No place is known there. Please move the marker, or choose an address.'
const NO_ANSWER = 'The place could not be looked up. Please try again.'

/** Fills the fields of a place from a chosen address or a moved marker; the answer to the last question counts. */
export function usePlaceFilling(form: DealerFormState) {
  const asked = useRef(0)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [keptStreet, setKeptStreet] = useState(false)

  async function ask(question: () => Promise<Place | null>, fill: (place: Place | null) => void) {
    const own = ++asked.current
    setBusy(true)
    setProblem(null)
    try {
      const place = await question()
      if (own !== asked.current) return
      fill(place)
      if (!place) setProblem(UNKNOWN)
    } catch {
      if (own === asked.current) setProblem(NO_ANSWER)
    } finally {
      if (own === asked.current) setBusy(false)
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
    /** The marker was moved, and nobody knows whether the street is still right. */
    keptStreet,
    /** Takes over all that belongs to a suggestion. */
    choose: (suggestion: Suggestion) =>
      ask(suggestion.resolve, (place) => {
        setKeptStreet(false)
        if (!place) return
        form.setValues({ address: addressOf(place), ...fillParts(place), ...fillCoordinates(place) })
      }),
    /** Takes the coordinate over at once, and what lies there as soon as it is known. */
    moveTo: (to: Coordinates) => {
      const before = form.values.address
      form.setValues(fillCoordinates(to))
      void ask(
        () => placeLookup().at(to),
        (place) => {
          // Who knows no streets must not take away one that was typed.
          const keeps = Boolean(before) && !place?.address
          setKeptStreet(keeps && /\d/.test(String(before)))
          const replaces = place && (!keeps || !/\d/.test(String(before)))
          form.setValues({ ...(replaces && { address: addressOf(place) }), ...fillParts(place) })
        },
      )
    },
  }
}

/** The street, or where none is known the town. */
const addressOf = ({ address, city, state }: Place) => address || [city, state].filter(Boolean).join(', ')
