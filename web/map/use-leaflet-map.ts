import L from 'leaflet'
import { useCallback, useState } from 'react'
import type { Box, Coordinates } from '#contract/places.ts'
import { readSettings } from '#web/api/settings.ts'
import { boxOf, DEFAULT_CENTER, DEFAULT_ZOOM, type MapPoint, NEAREST_ZOOM } from './map-types.ts'

const DATA_CREDIT = 'GeoNames (CC BY 4.0), US Census Bureau, Natural Earth'

type Start = { points: MapPoint[]; at: Coordinates | undefined; zoom: number; area: Box | undefined }

/** Creates a Leaflet map in the element with the ref `holder`, showing `start`. `map` is null until then. */
export function useLeafletMap(start: Start) {
  const [map, setMap] = useState<L.Map | null>(null)
  const holder = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined
      const opened = openMap(element, start)
      // The size changes while a drawer opens.
      const resized = new ResizeObserver(() => opened.invalidateSize({ animate: false }))
      resized.observe(element)
      setMap(opened)
      return () => {
        resized.disconnect()
        setMap(null)
        opened.remove()
      }
    },
    [start],
  )
  return { map, holder }
}

function openMap(element: HTMLElement, start: Start) {
  const map = L.map(element, {
    maxZoom: NEAREST_ZOOM,
    minZoom: 2,
    worldCopyJump: true,
    preferCanvas: true,
    renderer: L.canvas({ padding: 0.5 }),
    fadeAnimation: false,
    zoomAnimation: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
  })
  map.attributionControl.setPrefix(false).addAttribution(DATA_CREDIT)
  L.control.scale({ maxWidth: 120, position: 'topright' }).addTo(map)
  addTiles(map)
  goToStart(map, start)
  return map
}

function addTiles(map: L.Map) {
  const tiles = readSettings().maps?.tiles
  if (!tiles) return
  const attribution = tiles.credit.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  L.tileLayer(tiles.url, { attribution, maxZoom: NEAREST_ZOOM }).addTo(map)
}

function goToStart(map: L.Map, { points, at, zoom, area }: Start) {
  const { latitude, longitude } = at ?? DEFAULT_CENTER
  map.setView([latitude, longitude], zoom)
  if (area) {
    map.fitBounds(boundsOf(area), { animate: false })
    return
  }
  if (!points.length) return
  map.fitBounds(boundsOf(boxOf(points)), {
    padding: [40, 40],
    maxZoom: points.length > 1 ? DEFAULT_ZOOM : zoom,
    animate: false,
  })
}

export const boundsOf = ({ south, west, north, east }: Box) => L.latLngBounds([south, west], [north, east])
