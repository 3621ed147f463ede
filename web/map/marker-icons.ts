import L from 'leaflet'
import { formatShortNumber } from '#web/ui/format.ts'
import classes from './map.module.css'
import { clusterWidth, PIN_PATH } from './marker-shapes.ts'

const PIN = `<svg class="${classes.pin}" viewBox="0 0 24 32" aria-hidden="true"><path d="${PIN_PATH}"/><circle cx="12" cy="11.500" r="3.500"/></svg>`

/** The icon of a single point: a pin whose tip is at the point. */
export const pinIcon = (movable = false) =>
  L.divIcon({
    html: PIN,
    className: movable ? (classes.movable ?? '') : '',
    iconSize: [26, 35],
    iconAnchor: [13, 34],
    popupAnchor: [0, -30],
  })

/** The icon of a cluster: a circle with the number of its points. */
export function clusterIcon(count: number) {
  const width = clusterWidth(count)
  const html = `<span class="${classes.cluster}">${formatShortNumber(count)}</span>`
  return L.divIcon({ html, className: '', iconSize: [width, width] })
}
