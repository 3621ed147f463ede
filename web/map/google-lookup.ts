/// <reference types="google.maps" />
import type { Coordinates, Place } from '#contract/places.ts'
import type { Suggestion } from './map-types.ts'

const TIMEOUT_MS = 8000

/** The libraries of Google's script, which the map loads. Throws after eight seconds without it. */
async function libraries() {
  for (const end = Date.now() + TIMEOUT_MS; !window.google?.maps?.importLibrary; ) {
    if (Date.now() > end) throw new Error('Google Maps did not load')
    await new Promise((soon) => setTimeout(soon, 50))
  }
  return {
    places: (await google.maps.importLibrary('places')) as google.maps.PlacesLibrary,
    geocoding: (await google.maps.importLibrary('geocoding')) as google.maps.GeocodingLibrary,
  }
}

let session: google.maps.places.AutocompleteSessionToken | null = null

/** Google's suggestions for a text, in any country. */
export async function searchGoogle(text: string): Promise<Suggestion[]> {
  const { places } = await libraries()
  session ??= new places.AutocompleteSessionToken()
  const { suggestions } = await places.AutocompleteSuggestion.fetchAutocompleteSuggestions({
    input: text,
    sessionToken: session,
  })
  return suggestions.flatMap(({ placePrediction }) => {
    if (!placePrediction) return []
    const resolve = async () => {
      const { place } = await placePrediction.toPlace().fetchFields({ fields: ['addressComponents', 'location'] })
      // Google bills per session, which ends when a place is chosen.
      session = null
      if (!place.location) return null
      const parts = (place.addressComponents ?? []).map(({ longText, types }) => ({ text: longText ?? '', types }))
      return toPlace(placePrediction.text.text, parts, {
        latitude: place.location.lat(),
        longitude: place.location.lng(),
      })
    }
    return [{ label: placePrediction.text.text, resolve }]
  })
}

/** The place at some coordinates by Google's geocoder, or null. */
export async function googleAt(coordinates: Coordinates): Promise<Place | null> {
  const { geocoding } = await libraries()
  const location = { lat: coordinates.latitude, lng: coordinates.longitude }
  const { results } = await new geocoding.Geocoder().geocode({ location }).catch(noResults)
  const [first] = results
  if (!first) return null
  const parts = first.address_components.map(({ long_name, types }) => ({ text: long_name, types }))
  return toPlace(first.formatted_address, parts, coordinates)
}

// Google rejects with ZERO_RESULTS when there is no place.
function noResults(error: { code?: string }) {
  if (error.code === 'ZERO_RESULTS') return { results: [] }
  throw error
}

function toPlace(label: string, parts: { text: string; types: string[] }[], coordinates: Coordinates): Place {
  const part = (...types: string[]) => {
    for (const type of types) {
      const found = parts.find((one) => one.types.includes(type))
      if (found) return found.text
    }
    return ''
  }
  return {
    label,
    address: [part('street_number'), part('route')].filter(Boolean).join(' '),
    area: part('sublocality', 'neighborhood', 'administrative_area_level_2'),
    city: part('locality', 'postal_town', 'administrative_area_level_3', 'sublocality'),
    state: part('administrative_area_level_1'),
    country: part('country'),
    zip: part('postal_code'),
    ...coordinates,
  }
}
