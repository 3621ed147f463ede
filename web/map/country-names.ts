import type { MultiPolygon, Polygon, Position } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection } from 'topojson-specification'
import countriesUrl from 'world-atlas/countries-50m.json?url'
import type { Box, PlaceName } from '#contract/places.ts'
import { loadTopology, unwrapped } from './topology.ts'

let known: PlaceName[] | undefined

/**
 * The names of the largest countries whose middle is in a box, far enough apart to be written side by side. Rejects
 * when the atlas cannot be read.
 */
export async function countriesWithin({ south, west, north, east }: Box): Promise<PlaceName[]> {
  known ??= await readCountries()
  const gap = { x: (east - west) / 9, y: (north - south) / 14 }
  const names: PlaceName[] = []
  for (const country of known) {
    const { name, latitude } = country
    // A map can be moved around the world.
    const longitude = country.longitude + 360 * Math.ceil((west - country.longitude) / 360)
    if (latitude < south || latitude > north || longitude > east) continue
    const crowded = names.some(
      (other) => Math.abs(other.longitude - longitude) < gap.x && Math.abs(other.latitude - latitude) < gap.y,
    )
    if (!crowded) names.push({ name, latitude, longitude })
  }
  return names
}

/** All countries, the largest first. */
async function readCountries(): Promise<PlaceName[]> {
  const topology = await loadTopology(countriesUrl)
  const shapes = topology.objects.countries as GeometryCollection<{ name: string }>
  return unwrapped(feature(topology, shapes))
    .features.map(({ geometry, properties: { name } }) => ({
      name,
      ...largestPart(geometry as Polygon | MultiPolygon),
    }))
    .sort((one, other) => other.area - one.area)
}

/** Some countries have islands far away. */
function largestPart({ type, coordinates }: Polygon | MultiPolygon) {
  const parts = type === 'Polygon' ? [coordinates] : coordinates
  return parts.map(([outline = []]) => measured(outline)).reduce((one, other) => (other.area > one.area ? other : one))
}

/** The area of an outline, in square degrees, and its centre, by the shoelace formula. */
function measured(outline: Position[]) {
  let [twice, x, y] = [0, 0, 0]
  for (const [place, [x1 = 0, y1 = 0]] of outline.entries()) {
    const [x2 = x1, y2 = y1] = outline[place + 1] ?? []
    const cross = x1 * y2 - x2 * y1
    twice += cross
    x += (x1 + x2) * cross
    y += (y1 + y2) * cross
  }
  return { area: Math.abs(twice) / 2, latitude: y / (3 * twice), longitude: x / (3 * twice) }
}
