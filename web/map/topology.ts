import type { Feature, FeatureCollection, Geometry, Position } from 'geojson'
import type { Topology } from 'topojson-specification'

const loaded = new Map<string, Promise<Topology>>()

/** The topology at `url`, read once. Rejects if it cannot be read; the next call then tries again. */
export function loadTopology(url: string) {
  const known = loaded.get(url) ?? read(url)
  loaded.set(url, known)
  known.catch(() => loaded.delete(url))
  return known
}

async function read(url: string) {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}`)
  return (await answer.json()) as Topology
}

type Coordinates = Position | Coordinates[]
const isLine = (coordinates: Coordinates[]): coordinates is Position[] => typeof coordinates[0]?.[0] === 'number'

/** Continues lines across the 180th meridian beyond ±180°, so that they do not jump across the whole map. */
export function unwrapped<Shape extends Feature | FeatureCollection>(shape: Shape): Shape {
  if (shape.type === 'FeatureCollection') return { ...shape, features: shape.features.map(unwrapped) }
  const { geometry } = shape as Feature<Exclude<Geometry, { type: 'GeometryCollection' }>>
  return { ...shape, geometry: { ...geometry, coordinates: unwrap(geometry.coordinates as Coordinates[]) } }
}

function unwrap(coordinates: Coordinates[]): Coordinates[] {
  if (!isLine(coordinates)) return coordinates.map((inner) => unwrap(inner as Coordinates[]))
  let turn = 0
  let before: number | undefined
  return coordinates.map(([longitude = 0, latitude = 0]) => {
    if (before !== undefined && Math.abs(longitude - before) > 180) turn += longitude < before ? 360 : -360
    before = longitude
    return [longitude + turn, latitude]
  })
}
