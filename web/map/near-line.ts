import L from 'leaflet'
import classes from './map.module.css'

/** A line in the corner of a map, which is not there while it says nothing. */
export function nearLine(map: L.Map) {
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
