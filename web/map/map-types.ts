import type { Box, Coordinates, Place } from '#contract/places.ts'

/** A point on a map. */
export type MapPoint = Coordinates & {
  _id: string
  name: string
  /** How many of something are there: its marker shows the number, a cluster their sum, followed by `counted`. */
  weight?: number
}

/** The props of both map engines; callers do not know which one is used. */
export type MapProps = {
  /** The accessible name. */
  label: string
  /** Shown as markers, close ones as a cluster. The map starts with all of them in view. */
  points?: MapPoint[]
  /** Places without name or popup, drawn as small dots below the markers. */
  dots?: Coordinates[] | undefined
  /** The words for the weight of points: `1,204 owners`. */
  counted?: (weight: number) => string
  /** The names and values in the popup of a point. */
  details?: (id: string) => [name: string, value: string][]
  /**
   * A marker that the user can drag, or move with the arrow keys. The map follows when `at` changes. Without `at` there
   * is none, and a click on the map places it.
   */
  movable?: { at: Coordinates | undefined; name: string; onMove: (to: Coordinates) => void } | undefined
  /** The initial zoom without points. */
  zoom?: number
  /** The map starts with this area in view, and outlines it. */
  area?: Box | undefined
  /** Called with the area in view each time the map has come to rest. */
  onRest?: ((area: Box) => void) | undefined
  /** A rectangle is being drawn: a drag draws it in place of moving the map. */
  drawing?: { onDrawn: (area: Box) => void; onCancel: () => void } | undefined
}

/** The initial center of an empty map: Sacramento, California. */
export const DEFAULT_CENTER: Coordinates = { latitude: 38.5816, longitude: -121.4944 }
export const DEFAULT_ZOOM = 15
export const NEAREST_ZOOM = 18

export const NO_POINTS: MapPoint[] = []

/** Rounds coordinates to six digits (0.1 m) and wraps the longitude to ±180°. */
export const rounded = (latitude: number, longitude: number): Coordinates => ({
  latitude: Number(latitude.toFixed(6)),
  longitude: Number((((((longitude + 180) % 360) + 360) % 360) - 180).toFixed(6)),
})

/** The bounding box of all points. */
export const boxOf = (points: MapPoint[]) => {
  const box = { south: 90, west: 180, north: -90, east: -180 }
  for (const { latitude, longitude } of points) {
    box.south = Math.min(box.south, latitude)
    box.north = Math.max(box.north, latitude)
    box.west = Math.min(box.west, longitude)
    box.east = Math.max(box.east, longitude)
  }
  return box
}

/** A suggestion for a typed text; `resolve` fetches the full place, or null. */
export type Suggestion = { label: string; resolve: () => Promise<Place | null> }
