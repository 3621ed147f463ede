import { useQueryClient } from '@tanstack/react-query'
import L from 'leaflet'
import { useEffect } from 'react'
import { type Place, type PlaceName, places } from '#contract/places.ts'
import { query } from '#web/api/query.ts'
import { readSettings } from '#web/api/settings.ts'
import { countriesWithin } from './country-names.ts'
import classes from './map.module.css'
import { rounded } from './map-types.ts'
import { namesApart } from './names-apart.ts'

const DEBOUNCE_MS = 200

/** Enough names to recognise where a map is; one alone may stand at its edge. */
const ENOUGH_NAMES = 4
/** No map starts farther out than this to show places; where few are known, it names countries. */
const FARTHEST_ZOOM = 4

/**
 * Shows the names of the largest places in view, and of countries where few are known, debounced while the map moves.
 * At first it zooms out until there are some: outlines alone say nothing. Where few are in view later, a line says near
 * which place its middle is.
 */
export function usePlaceNames(map: L.Map | null) {
  const client = useQueryClient()
  useEffect(() => {
    if (!map || readSettings().maps?.tiles) return
    const names = L.layerGroup().addTo(map)
    const near = nearLine(map)
    let latest = 0
    let hasNames = false
    let timer: ReturnType<typeof setTimeout> | undefined

    async function load(request: number) {
      if (!map) return
      const bounds = map.getBounds()
      const box = {
        south: Math.max(bounds.getSouth(), -90),
        west: bounds.getWest(),
        north: Math.min(bounds.getNorth(), 90),
        east: bounds.getEast(),
      }
      // After an error the current names stay.
      const answer = await client.fetchQuery({ ...query(places.within, box), retry: false }).catch(() => null)
      if (!answer || request !== latest) return
      const zoomOut = () => void map.setZoom(map.getZoom() - 1, { animate: false })
      const areFew = answer.data.length < ENOUGH_NAMES
      if (!hasNames && areFew && map.getZoom() > FARTHEST_ZOOM) return zoomOut()
      const countries = areFew ? await countriesWithin(box).catch(() => null) : []
      if (request !== latest) return
      const shown = [...answer.data, ...(countries ?? [])]
      if (!hasNames && countries && !shown.length && map.getZoom() > map.getMinZoom()) return zoomOut()
      hasNames = true
      names.clearLayers()
      const placed = shown.map((place) => {
        const { x, y } = map.latLngToContainerPoint([place.latitude, place.longitude])
        return { ...place, x, y }
      })
      for (const place of namesApart(placed, map.getSize().x)) nameMarker(place).addTo(names)
      await sayNear(request, areFew && map.getZoom() > FARTHEST_ZOOM)
    }
    async function sayNear(request: number, isWanted: boolean) {
      if (!map || !isWanted) return near.say('')
      const { lat, lng } = map.getCenter()
      const at = query(places.at, rounded(lat, lng))
      const answer = await client.fetchQuery({ ...at, retry: false }).catch(() => null)
      if (request === latest) near.say(answer?.data ? nearWords(answer.data) : '')
    }
    const loadDebounced = () => {
      clearTimeout(timer)
      latest += 1
      timer = setTimeout(() => void load(latest), hasNames ? DEBOUNCE_MS : 0)
    }
    loadDebounced()
    map.on('moveend', loadDebounced)
    return () => {
      latest += 1
      clearTimeout(timer)
      map.off('moveend', loadDebounced)
      names.remove()
      near.remove()
    }
  }, [map, client])
}

const nearWords = ({ city, state, zip }: Place) => `Near ${city}, ${`${state} ${zip}`.trim()}`

function nameMarker({ name, latitude, longitude }: PlaceName) {
  const text = document.createElement('span')
  text.className = classes.place ?? ''
  text.ariaHidden = 'true'
  text.textContent = name
  const icon = L.divIcon({ html: text, className: '', iconSize: [0, 0], iconAnchor: [3, 10] })
  return L.marker([latitude, longitude], { icon, interactive: false, keyboard: false, zIndexOffset: -1000 })
}

/** A line in the corner of a map, absent while it is empty. */
function nearLine(map: L.Map) {
  const line = document.createElement('output')
  line.className = classes.near ?? ''
  const control = new L.Control({ position: 'bottomleft' })
  control.onAdd = () => line
  return {
    say(text: string) {
      line.textContent = text
      if (text) control.addTo(map)
      else control.remove()
    },
    remove: () => void control.remove(),
  }
}
