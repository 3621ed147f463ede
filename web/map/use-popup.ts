import L from 'leaflet'
import { useCallback, useEffect, useState } from 'react'
import type { MapPoint } from './map-types.ts'

/** The popup of a marker. `open` shows it for some points; render into `content` while `shown` is not null. */
export function usePopup(map: L.Map | null) {
  const [content] = useState(() => document.createElement('div'))
  const [shown, setShown] = useState<MapPoint[] | null>(null)

  useEffect(() => {
    const closed = () => {
      setShown(null)
      map?.getContainer().focus({ preventScroll: true })
    }
    map?.on('popupclose', closed)
    return () => void map?.off('popupclose', closed)
  }, [map])

  const open = useCallback(
    (points: MapPoint[], at: L.LatLngExpression) => {
      if (!map) return
      map.closePopup()
      setShown(points)
      // Leaflet measures the content, so it must be rendered first.
      requestAnimationFrame(() =>
        L.popup({ minWidth: 220, maxWidth: 300, offset: [0, -26] })
          .setLatLng(at)
          .setContent(content)
          .openOn(map),
      )
    },
    [map, content],
  )
  const close = useCallback(() => void map?.closePopup(), [map])
  return { open, close, shown, content }
}
