import L from 'leaflet'
import { useEffect } from 'react'
import { type PlaceName, places } from '#contract/places.ts'
import { call } from '#web/api/call.ts'
import { readSettings } from '#web/api/settings.ts'
import classes from './map.module.css'

const DEBOUNCE_MS = 200

/** Shows the names of the largest places in view, debounced while the map moves. */
export function usePlaceNames(map: L.Map | null) {
  useEffect(() => {
    if (!map || readSettings().maps?.tiles) return
    const names = L.layerGroup().addTo(map)
    let request = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined

    async function load(signal: AbortSignal) {
      if (!map) return
      const bounds = map.getBounds()
      const box = {
        south: Math.max(bounds.getSouth(), -90),
        west: bounds.getWest(),
        north: Math.min(bounds.getNorth(), 90),
        east: bounds.getEast(),
      }
      // After an error the current names stay.
      const answer = await call(places.within, box, { signal }).catch(() => null)
      if (!answer || signal.aborted) return
      names.clearLayers()
      for (const place of answer.data) nameMarker(place).addTo(names)
    }
    const loadDebounced = () => {
      request.abort()
      clearTimeout(timer)
      request = new AbortController()
      timer = setTimeout(() => void load(request.signal), DEBOUNCE_MS)
    }
    loadDebounced()
    map.on('moveend', loadDebounced)
    return () => {
      request.abort()
      clearTimeout(timer)
      map.off('moveend', loadDebounced)
      names.remove()
    }
  }, [map])
}

function nameMarker({ name, latitude, longitude }: PlaceName) {
  const text = document.createElement('span')
  text.className = classes.place ?? ''
  text.ariaHidden = 'true'
  text.textContent = name
  const icon = L.divIcon({ html: text, className: '', iconSize: [0, 0], iconAnchor: [3, 10] })
  return L.marker([latitude, longitude], { icon, interactive: false, keyboard: false, zIndexOffset: -1000 })
}
