import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { coordinate, searchText } from './fields.ts'

/** A place in the United States or Canada. Unknown parts are empty; coordinates are degrees. */
export const place = z.object({
  /** The text in a list of suggestions. */
  label: z.string(),
  /** The street, if known. */
  address: z.string(),
  area: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
  zip: z.string(),
  latitude: z.number(),
  longitude: z.number(),
})
export type Place = z.output<typeof place>

/** What is known of an address; unknown parts are empty. */
export type Known = Partial<Pick<Place, 'city' | 'state' | 'country' | 'zip'>>

export const coordinates = z.object({
  latitude: coordinate(90, 'Please enter a latitude from -90 to 90.'),
  longitude: coordinate(180, 'Please enter a longitude from -180 to 180.'),
})
export type Coordinates = z.output<typeof coordinates>

const latitude = z.number().min(-90).max(90)
const longitude = z.number()

/** The corners of a map, in degrees. */
export const box = z.object({ south: latitude, west: longitude, north: latitude, east: longitude })
export type Box = z.output<typeof box>

/** A place's name and coordinates, for the map. */
export const placeName = z.object({ name: z.string(), latitude: z.number(), longitude: z.number() })
export type PlaceName = z.output<typeof placeName>

export const places = {
  /** Suggestions for typed text: 'street, city ST', a city, or a postal code. */
  search: endpoint(
    'admin/places/search',
    z.object({ text: searchText(250) }),
    z.object({ message: z.string(), data: z.array(place) }),
  ),
  /** The nearest place to coordinates; null if there is none within a hundred kilometres. */
  at: endpoint('admin/places/at', coordinates, z.object({ message: z.string(), data: place.nullable() })),
  /** The largest places in a box, to label a map. */
  within: endpoint('admin/places/within', box, z.object({ message: z.string(), data: z.array(placeName) })),
}
