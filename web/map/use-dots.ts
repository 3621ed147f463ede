import L from 'leaflet'
import { useEffect } from 'react'
import type { Coordinates } from '#contract/places.ts'

/** Draws the places as small dots in a pane of their own, above the land and below the markers. */
export function useDots(map: L.Map | null, dots: Coordinates[] | undefined, colorScheme: 'light' | 'dark') {
  useEffect(() => {
    if (!map || !dots?.length) return
    const pane = 'dots'
    if (!map.getPane(pane)) map.createPane(pane).style.zIndex = '450'
    const fillColor = getComputedStyle(map.getContainer()).getPropertyValue('--map-dot')
    const look = { radius: 3, stroke: false, fillOpacity: 0.9, interactive: false, fillColor }
    const renderer = L.canvas({ pane, padding: 0.5 })
    const layer = L.layerGroup(
      dots.map(({ latitude, longitude }) => L.circleMarker([latitude, longitude], { ...look, pane, renderer })),
    ).addTo(map)
    return () => {
      layer.remove()
      renderer.remove()
    }
  }, [map, dots, colorScheme])
}
