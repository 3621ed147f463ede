import Supercluster from 'supercluster'
import type { Box } from '#contract/places.ts'
import { formatNames, formatNumber } from '#web/ui/format.ts'
import { type MapPoint, NEAREST_ZOOM } from './map-types.ts'

/** A marker: one point, or a cluster of several close ones. */
export type MapMarker = { key: string; latitude: number; longitude: number; name: string; count: number; id: number }

/** So many of its points name a cluster, which tells it from others. */
const NAMED = 2

/**
 * Clusters points for all zoom levels, so that a map of 20,000 points draws few markers. `around` returns the markers
 * within a box, `inside` the points of a cluster, `expansionZoom` the zoom at which it splits.
 */
export function clusterPoints(points: MapPoint[]) {
  const index = new Supercluster<{ place: number }>({ radius: 64, extent: TILE, maxZoom: NEAREST_ZOOM })
  index.load(
    points.map(({ latitude, longitude }, place) => ({
      type: 'Feature',
      properties: { place },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  )
  const pointAt = (place: number) => points[place] as MapPoint
  const someOf = (id: number, count: number) => {
    const names = index.getLeaves(id, NAMED).map(({ properties }) => pointAt(properties.place).name)
    return formatNames(count > NAMED ? [...names, `${formatNumber(count - NAMED)} more`] : names)
  }

  return {
    around({ south, west, north, east }: Box, zoom: number): MapMarker[] {
      return index.getClusters([west, south, east, north], Math.round(zoom)).map(({ geometry, properties }) => {
        const [longitude = 0, latitude = 0] = geometry.coordinates
        if ('cluster' in properties) {
          const { cluster_id: id, point_count: count } = properties
          return { key: `c${id}`, latitude, longitude, name: `${count} here: ${someOf(id, count)}`, count, id }
        }
        const { _id, name } = pointAt(properties.place)
        return { key: _id, latitude, longitude, name, count: 1, id: properties.place }
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
