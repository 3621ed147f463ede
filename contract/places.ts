import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { coordinate, searchText } from './fields.ts'

/** A place in the United States or Canada; what is not known is empty. */
export const place = z.object({
  /** As a list of suggestions shows it. */
  label: z.string(),
  /** The street, as far as it is known. */
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

export const coordinates = z.object({
  latitude: coordinate(90, 'Please enter a latitude from -90 to 90.'),
  longitude: coordinate(180, 'Please enter a longitude from -180 to 180.'),
})
export type Coordinates = z.output<typeof coordinates>

const latitude = z.number().min(-90).max(90)
const longitude = z.number()

/** The corners of a map. */
export const box = z.object({ south: latitude, west: longitude, north: latitude, east: longitude })
export type Box = z.output<typeof box>

/** What the map shows of a place: where it is and what it is called. */
export const placeName = z.object({ name: z.string(), latitude: z.number(), longitude: z.number() })
export type PlaceName = z.output<typeof placeName>

export const places = {
  /** Suggestions for what is typed: 'street, city ST', a city, or a postal code. */
  search: endpoint(
    'admin/places/search',
    z.object({ text: searchText(250) }),
    z.object({ message: z.string(), data: z.array(place) }),
  ),
  /** The place nearest to a coordinate; null where there is none for a hundred kilometres. */
  at: endpoint('admin/places/at', coordinates, z.object({ message: z.string(), data: place.nullable() })),
  /** The largest places within a box, to write their names on a map. */
  within: endpoint('admin/places/within', box, z.object({ message: z.string(), data: z.array(placeName) })),
}
