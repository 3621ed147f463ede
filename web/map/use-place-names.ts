import L from 'leaflet'
import { useEffect } from 'react'
import { type PlaceName, places } from '#contract/places.ts'
import { call } from '#web/api/call.ts'
import { readSettings } from '#web/api/settings.ts'
import classes from './map.module.css'

const PAUSE = 200

/** Writes the names of the largest places in view, once the map rests. */
export function usePlaceNames(map: L.Map | null) {
  useEffect(() => {
    if (!map || readSettings().maps?.tiles) return
    const names = L.layerGroup().addTo(map)
    let asked = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined

    async function ask(signal: AbortSignal) {
      if (!map) return
      const bounds = map.getBounds()
      const box = {
        south: Math.max(bounds.getSouth(), -90),
        west: bounds.getWest(),
        north: Math.min(bounds.getNorth(), 90),
        east: bounds.getEast(),
      }
      // Without an answer the names that are there stay.
      const answer = await call(places.within, box, { signal }).catch(() => null)
      if (!answer || signal.aborted) return
      names.clearLayers()
      for (const place of answer.data) nameMarker(place).addTo(names)
    }
    const askSoon = () => {
      asked.abort()
      clearTimeout(timer)
      asked = new AbortController()
      timer = setTimeout(() => void ask(asked.signal), PAUSE)
    }
    askSoon()
    map.on('moveend', askSoon)
    return () => {
      asked.abort()
      clearTimeout(timer)
      map.off('moveend', askSoon)
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
