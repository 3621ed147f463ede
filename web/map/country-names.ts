import type { MultiPolygon, Polygon, Position } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection } from 'topojson-specification'
import countriesUrl from 'world-atlas/countries-50m.json?url'
import type { Box, PlaceName } from '#contract/places.ts'
import { loadTopology, unwrapped } from './topology.ts'

let known: PlaceName[] | undefined

/** The names of the countries whose middle is in a box. Rejects when the atlas cannot be read. */
export async function countriesWithin(box: Box): Promise<PlaceName[]> {
  known ??= await readCountries()
  return known.flatMap(({ name, latitude, longitude }) => {
    // A map can be moved around the world.
    const turned = longitude + 360 * Math.ceil((box.west - longitude) / 360)
    const isInside = latitude >= box.south && latitude <= box.north && turned <= box.east
    return isInside ? [{ name, latitude, longitude: turned }] : []
  })
}

async function readCountries(): Promise<PlaceName[]> {
  const topology = await loadTopology(countriesUrl)
  const shapes = topology.objects.countries as GeometryCollection<{ name: string }>
  return unwrapped(feature(topology, shapes)).features.map(({ geometry, properties }) => ({
    name: properties.name,
    ...middleOf(geometry as Polygon | MultiPolygon),
  }))
}

/** The middle of the largest part: some countries have islands far away. */
function middleOf({ type, coordinates }: Polygon | MultiPolygon) {
  const parts = type === 'Polygon' ? [coordinates] : coordinates
  const boxes = parts.map(([outline = []]) => boxOf(outline))
  const { south, west, north, east } = boxes.reduce((one, other) => (sizeOf(other) > sizeOf(one) ? other : one))
  return { latitude: (south + north) / 2, longitude: (west + east) / 2 }
}

const sizeOf = ({ south, west, north, east }: Box) => (north - south) * (east - west)

function boxOf(outline: Position[]): Box {
  const box = { south: 90, west: Number.POSITIVE_INFINITY, north: -90, east: Number.NEGATIVE_INFINITY }
  for (const [longitude = 0, latitude = 0] of outline) {
    box.south = Math.min(box.south, latitude)
    box.north = Math.max(box.north, latitude)
    box.west = Math.min(box.west, longitude)
    box.east = Math.max(box.east, longitude)
  }
  return box
}
