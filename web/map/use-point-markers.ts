import L from 'leaflet'
import { useEffect, useEffectEvent } from 'react'
import { formatShortNumber } from '#web/ui/format.ts'
import { clusterPoints, type MapMarker } from './cluster-points.ts'
import type { MapPoint, MapProps } from './map-types.ts'
import { clusterIcon, pinIcon } from './marker-icons.ts'

/** Draws the points in view and a margin around it. Close points form a cluster; a click zooms in or calls `open`. */
export function usePointMarkers(
  map: L.Map | null,
  { points, counted }: { points: MapPoint[]; counted?: MapProps['counted'] },
  open: (points: MapPoint[], at: L.LatLngExpression) => void,
) {
  const openPoints = useEffectEvent(open)
  const words = useEffectEvent((count: number) => counted?.(count) ?? formatShortNumber(count))

  useEffect(() => {
    if (!map) return
    const clusters = clusterPoints(points, (count) => words(count))
    const layer = L.layerGroup().addTo(map)
    const shown = new Map<string, L.Marker>()

    const choose = (marker: MapMarker) => {
      const at: L.LatLngTuple = [marker.latitude, marker.longitude]
      const expansionZoom = clusters.expansionZoom(marker)
      if (expansionZoom === undefined) openPoints(clusters.inside(marker), at)
      else map.setView(at, expansionZoom)
    }
    const draw = () => {
      const view = map.getBounds().pad(0.2)
      const box = { south: view.getSouth(), west: view.getWest(), north: view.getNorth(), east: view.getEast() }
      const now = new Map(clusters.around(box, map.getZoom()).map((marker) => [marker.key, marker]))
      // Existing markers are kept, because one of them may be focused.
      for (const [key, drawn] of shown) {
        if (now.has(key)) continue
        layer.removeLayer(drawn)
        shown.delete(key)
      }
      for (const [key, marker] of now) {
        if (shown.has(key)) continue
        shown.set(key, drawMarker(marker, choose).addTo(layer))
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

function drawMarker(marker: MapMarker, choose: (marker: MapMarker) => void) {
  const { latitude, longitude, name, number } = marker
  const drawn = L.marker([latitude, longitude], {
    icon: number === undefined ? pinIcon() : clusterIcon(number),
    title: name,
  })
  drawn.on('add', () => drawn.getElement()?.setAttribute('aria-label', name))
  drawn.on('keypress', ({ originalEvent: { key } }) => {
    if (key === 'Enter' || key === ' ') choose(marker)
  })
  return drawn.on('click', () => choose(marker))
}
