import L from 'leaflet'
import { useEffect, useEffectEvent, useRef } from 'react'
import { type MapProps, rounded } from './map-types.ts'
import { pinIcon } from './marker-icons.ts'

const STEP = 10
const LARGE_STEP = 60

const steps: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * A marker that can be dragged, or moved with the arrow keys (further with Shift). Where there is none yet, a click on
 * the map places it, and so does `place` in the middle.
 */
export function useMovableMarker(map: L.Map | null, movable: MapProps['movable']) {
  const marker = useRef<L.Marker | null>(null)
  const moved = useEffectEvent((at: L.LatLng) => movable?.onMove(rounded(at.lat, at.lng)))
  const start = useEffectEvent((): L.LatLngTuple => [movable?.at?.latitude ?? 0, movable?.at?.longitude ?? 0])
  const exists = movable?.at !== undefined
  const isMissing = movable !== undefined && !exists
  const takesFocus = useRef(false)
  const name = movable?.name

  useEffect(() => {
    if (!map || !exists) return
    const drawn = L.marker(start(), { icon: pinIcon(true), draggable: true, autoPan: true, title: name ?? '' })
    drawn.addTo(map).on('dragend', () => moved(drawn.getLatLng()))
    marker.current = drawn
    if (!map.getBounds().contains(drawn.getLatLng())) map.setView(drawn.getLatLng(), map.getZoom())
    if (takesFocus.current) drawn.getElement()?.focus()
    takesFocus.current = false
    const byKey = (event: KeyboardEvent) => {
      const step = steps[event.key]
      if (!step) return
      // Otherwise the map moves as well.
      event.preventDefault()
      event.stopPropagation()
      const length = event.shiftKey ? LARGE_STEP : STEP
      const at = map.latLngToContainerPoint(drawn.getLatLng()).add([step[0] * length, step[1] * length])
      drawn.setLatLng(map.containerPointToLatLng(at))
      map.panInside(drawn.getLatLng(), { padding: [40, 40], animate: false })
      moved(drawn.getLatLng())
    }
    drawn.getElement()?.addEventListener('keydown', byKey)
    return () => {
      marker.current = null
      drawn.remove()
    }
  }, [map, exists, name])

  useEffect(() => {
    if (!map || !isMissing) return
    const place = ({ latlng }: L.LeafletMouseEvent) => moved(latlng)
    map.on('click', place)
    return () => void map.off('click', place)
  }, [map, isMissing])

  const { latitude, longitude } = movable?.at ?? {}
  useEffect(() => {
    const drawn = marker.current
    if (!map || !drawn || latitude === undefined || longitude === undefined) return
    const { lat, lng } = drawn.getLatLng()
    const there = rounded(lat, lng)
    if (there.latitude === latitude && there.longitude === longitude) return
    drawn.setLatLng([latitude, longitude])
    map.setView([latitude, longitude], map.getZoom())
  }, [map, latitude, longitude])

  return {
    isMissing,
    place() {
      if (!map) return
      takesFocus.current = true
      movable?.onMove(rounded(map.getCenter().lat, map.getCenter().lng))
    },
  }
}
