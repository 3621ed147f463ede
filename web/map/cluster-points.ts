import Supercluster from 'supercluster'
import type { Box } from '#contract/places.ts'
import { type MapPoint, NEAREST_ZOOM } from './map-types.ts'

/** What one marker stands for: a point, or several that are too close to be told apart. */
export type Marked = { key: string; latitude: number; longitude: number; name: string; count: number; id: number }

/**
 * Groups points for every zoom at once, so that a map of twenty thousand only ever draws what can be told apart.
 * `around` gives the markers within a box, `inside` the points of one, `nearer` the zoom that takes it apart.
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

  return {
    around({ south, west, north, east }: Box, zoom: number): Marked[] {
      return index.getClusters([west, south, east, north], Math.round(zoom)).map(({ geometry, properties }) => {
        const [longitude = 0, latitude = 0] = geometry.coordinates
        if ('cluster' in properties) {
          const { cluster_id: id, point_count: count } = properties
          return { key: `c${id}`, latitude, longitude, name: `${count} here`, count, id }
        }
        const { _id, name } = pointAt(properties.place)
        return { key: _id, latitude, longitude, name, count: 1, id: properties.place }
      })
    },
    inside({ id, count }: Marked): MapPoint[] {
      if (count === 1) return [pointAt(id)]
      return index.getLeaves(id, MOST_TOLD).map(({ properties }) => pointAt(properties.place))
    },
    /** Undefined where no zoom does, because all are at the same spot. */
    nearer({ id, count }: Marked): number | undefined {
      const zoom = count > 1 ? index.getClusterExpansionZoom(id) : Number.POSITIVE_INFINITY
      return zoom > NEAREST_ZOOM ? undefined : zoom
    },
  }
}

/** Both engines count zoom in tiles of so many pixels. */
const TILE = 256
/** As many as anybody reads in a window on a map. */
const MOST_TOLD = 20
