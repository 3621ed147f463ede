import type { Box } from '#contract/places.ts'

/** A place on a map, as parts of its width from the left and of its height from the top. */
export type Spot = { x: number; y: number }

/** The area between two spots of a map that shows `view`, as both engines project it. */
export function areaBetween(view: Box, one: Spot, other: Spot): Box {
  const [top, bottom] = [projected(view.north), projected(view.south)]
  const latitudeAt = (y: number) => unprojected(top + (bottom - top) * y)
  const longitudeAt = (x: number) => view.west + (view.east - view.west) * x
  const [west, east] = [longitudeAt(Math.min(one.x, other.x)), longitudeAt(Math.max(one.x, other.x))]
  // A map can be moved around the world.
  const turns = 360 * Math.round((west + east) / 720)
  return {
    south: latitudeAt(Math.max(one.y, other.y)),
    west: west - turns,
    north: latitudeAt(Math.min(one.y, other.y)),
    east: east - turns,
  }
}

/** Mercator's height of a latitude. */
const projected = (latitude: number) => Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360))
const unprojected = (height: number) => (Math.atan(Math.exp(height)) * 360) / Math.PI - 90
