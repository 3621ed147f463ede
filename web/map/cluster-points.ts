import Supercluster from 'supercluster'
import type { Box, Coordinates } from '#contract/places.ts'
import { formatNames, formatNumber, formatShortNumber } from '#web/ui/format.ts'
import { type MapPoint, NEAREST_ZOOM } from './map-types.ts'

/** A marker: one point, or a cluster of `count` close ones. It shows `number`, or as one point without weight a pin. */
export type MapMarker = Coordinates & {
  key: string
  name: string
  count: number
  number: number | undefined
  id: number
}

/** How many of its points name a cluster, to tell it from others. */
const NAMED = 2

/**
 * Clusters points for all zoom levels, so that a map of 20,000 points draws few markers. `around` returns the markers
 * within a box, `inside` the points of a cluster, `expansionZoom` the zoom at which it splits.
 */
export function clusterPoints(points: MapPoint[], counted = formatShortNumber) {
  const index = new Supercluster<{ place: number }, { weight: number }>({
    radius: 64,
    extent: TILE,
    maxZoom: NEAREST_ZOOM,
    map: ({ place }) => ({ weight: pointAt(place).weight ?? 1 }),
    reduce(sum, { weight }) {
      sum.weight += weight
    },
  })
  const pointAt = (place: number) => points[place] as MapPoint
  index.load(
    points.map(({ latitude, longitude }, place) => ({
      type: 'Feature',
      properties: { place },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  )
  const someOf = (id: number, count: number) => {
    const names = index.getLeaves(id, NAMED).map(({ properties }) => pointAt(properties.place).name)
    return formatNames(count > NAMED ? [...names, `${formatNumber(count - NAMED)} more`] : names)
  }

  return {
    around({ south, west, north, east }: Box, zoom: number): MapMarker[] {
      return index.getClusters([west, south, east, north], Math.round(zoom)).map(({ geometry, properties }) => {
        const [longitude = 0, latitude = 0] = geometry.coordinates
        if ('cluster' in properties) {
          const { cluster_id: id, point_count: count, weight } = properties
          const name = `${counted(weight)} here: ${someOf(id, count)}`
          return { key: `c${id}`, latitude, longitude, name, count, number: weight, id }
        }
        const { _id, name, weight } = pointAt(properties.place)
        return { key: _id, latitude, longitude, name, count: 1, number: weight, id: properties.place }
      })
    },
    inside({ id, count }: MapMarker): MapPoint[] {
      if (count === 1) return [pointAt(id)]
      return index.getLeaves(id, MAX_LISTED).map(({ properties }) => pointAt(properties.place))
    },
    /** Undefined when no zoom splits it, because all points are at the same place. */
    expansionZoom({ id, count }: MapMarker): number | undefined {
      const zoom = count > 1 ? index.getClusterExpansionZoom(id) : Number.POSITIVE_INFINITY
      return zoom > NEAREST_ZOOM ? undefined : zoom
    },
  }
}

/** The size of a map tile in pixels, the same for both engines. */
const TILE = 256
/** The most points that a popup lists. */
const MAX_LISTED = 20
