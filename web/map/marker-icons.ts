import L from 'leaflet'
import classes from './map.module.css'

/** The outline of a map pin in a box of 24 by 32, its tip at the bottom. */
export const PIN_PATH =
  'M12 1a10.500 10.500 0 0 0-10.500 10.500C1.500 19 12 31 12 31s10.500-12 10.500-19.500A10.500 10.500 0 0 0 12 1z'
const PIN = `<svg class="${classes.pin}" viewBox="0 0 24 32" aria-hidden="true"><path d="${PIN_PATH}"/><circle cx="12" cy="11.500" r="3.500" fill="#fff" stroke="none"/></svg>`

export const pinIcon = (movable = false) =>
  L.divIcon({
    html: PIN,
    className: movable ? (classes.movable ?? '') : '',
    iconSize: [26, 35],
    iconAnchor: [13, 34],
    popupAnchor: [0, -30],
  })

/** The width of a cluster's circle in pixels: it grows with what is in it. */
export const clusterWidth = (count: number) => Math.min(30 + Math.log10(count) * 8, 60)

/** How many a cluster says that it has, short enough for its circle. */
export const clusterText = (count: number) => (count < 1000 ? String(count) : `${(count / 1000).toFixed(1)}k`)

export function clusterIcon(count: number) {
  const width = clusterWidth(count)
  const html = `<span class="${classes.cluster}">${clusterText(count)}</span>`
  return L.divIcon({ html, className: '', iconSize: [width, width] })
}
