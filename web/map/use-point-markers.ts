import L from 'leaflet'
import { useEffect, useEffectEvent } from 'react'
import { clusterPoints, type Marked } from './cluster-points.ts'
import type { MapPoint } from './map-types.ts'
import { clusterIcon, pinIcon } from './marker-icons.ts'

/** Draws the points that are in view and a little around it, close ones as a cluster that opens when it is chosen. */
export function usePointMarkers(
  map: L.Map | null,
  points: MapPoint[],
  open: (points: MapPoint[], at: L.LatLngExpression) => void,
) {
  const openPoints = useEffectEvent(open)

  useEffect(() => {
    if (!map) return
    const clusters = clusterPoints(points)
    const layer = L.layerGroup().addTo(map)
    const shown = new Map<string, L.Marker>()

    const choose = (marked: Marked) => {
      const at: L.LatLngTuple = [marked.latitude, marked.longitude]
      const nearer = clusters.nearer(marked)
      if (nearer === undefined) openPoints(clusters.inside(marked), at)
      else map.setView(at, nearer)
    }
    const draw = () => {
      const view = map.getBounds().pad(0.2)
      const box = { south: view.getSouth(), west: view.getWest(), north: view.getNorth(), east: view.getEast() }
      const now = new Map(clusters.around(box, map.getZoom()).map((marked) => [marked.key, marked]))
      // Those that stay are left alone: one of them may have the focus.
      for (const [key, marker] of shown) {
        if (now.has(key)) continue
        layer.removeLayer(marker)
        shown.delete(key)
      }
      for (const [key, marked] of now) {
        if (shown.has(key)) continue
        shown.set(key, markerOf(marked, choose).addTo(layer))
      }
    }
    draw()
    map.on('moveend', draw)
    return () => {
      map.off('moveend', draw)
      layer.remove()
    }
  }, [map, points])
}

function markerOf(marked: Marked, choose: (marked: Marked) => void) {
  const { latitude, longitude, name, count } = marked
  const marker = L.marker([latitude, longitude], { icon: count > 1 ? clusterIcon(count) : pinIcon(), title: name })
  marker.on('add', () => marker.getElement()?.setAttribute('aria-label', name))
  marker.on('keypress', ({ originalEvent: { key } }) => {
    if (key === 'Enter' || key === ' ') choose(marked)
  })
  return marker.on('click', () => choose(marked))
}
