import type { Coordinates } from '#contract/places.ts'

/** Something that stands on a map. */
export type MapPoint = Coordinates & { _id: string; name: string }

/** What an engine draws. Both engines keep the same promises, so that nothing else knows which one it is. */
export type MapProps = {
  /** What the map shows, for those who do not see it. */
  label: string
  /** Drawn as markers, close ones as one cluster; the map starts with all of them in view. */
  points?: MapPoint[]
  /** What the window of a marker tells: a name and a value a line. */
  facts?: (id: string) => [name: string, value: string][]
  /** One marker that a person may drag, or move by the arrow keys; the map follows it when it is put elsewhere. */
  movable?: { at: Coordinates; name: string; onMove: (to: Coordinates) => void } | undefined
  /** How near the map starts where there are no points. */
  zoom?: number
}

/** Where a map starts that has nothing to show: Sacramento, California. */
export const DEFAULT_CENTER: Coordinates = { latitude: 38.5816, longitude: -121.4944 }
export const DEFAULT_ZOOM = 15
export const NEAREST_ZOOM = 18

export const NO_POINTS: MapPoint[] = []

/** Six digits are a tenth of a metre. */
export const rounded = (latitude: number, longitude: number): Coordinates => ({
  latitude: Number(latitude.toFixed(6)),
  longitude: Number((((((longitude + 180) % 360) + 360) % 360) - 180).toFixed(6)),
})

/** The corners around all points. */
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
