import L from 'leaflet'
import { useEffect, useEffectEvent } from 'react'
import type { Box } from '#contract/places.ts'
import { boundsOf } from './use-leaflet-map.ts'

/** Outlines an area, and says which one is in view each time the map has come to rest. */
export function useArea(map: L.Map | null, area: Box | undefined, onRest: ((area: Box) => void) | undefined) {
  const rested = useEffectEvent(() => {
    const view = map?.getBounds()
    if (!view || !onRest) return
    const [south, north] = [Math.max(view.getSouth(), -90), Math.min(view.getNorth(), 90)]
    onRest({ south, west: view.getWest(), north, east: view.getEast() })
  })
  useEffect(() => {
    if (!map) return
    const say = () => rested()
    say()
    map.on('moveend', say)
    return () => void map.off('moveend', say)
  }, [map])

  const { south, west, north, east } = area ?? {}
  useEffect(() => {
    if (!map || south === undefined || west === undefined || north === undefined || east === undefined) return
    const color = getComputedStyle(map.getContainer()).getPropertyValue('--map-area')
    const outline = L.rectangle(boundsOf({ south, west, north, east }), {
      color,
      weight: 2,
      dashArray: '6 4',
      fill: false,
      interactive: false,
    }).addTo(map)
    return () => void outline.remove()
  }, [map, south, west, north, east])
}
