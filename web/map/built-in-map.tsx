import 'leaflet/dist/leaflet.css'
import { useComputedColorScheme } from '@mantine/core'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import classes from './map.module.css'
import { DEFAULT_ZOOM, type MapProps, NO_POINTS } from './map-types.ts'
import { PlaceHint } from './place-hint.tsx'
import { PointDetails } from './point-details.tsx'
import { useArea } from './use-area.ts'
import { useDots } from './use-dots.ts'
import { useLeafletMap } from './use-leaflet-map.ts'
import { useMovableMarker } from './use-movable-marker.ts'
import { useOutlines } from './use-outlines.ts'
import { usePlaceNames } from './use-place-names.ts'
import { usePointMarkers } from './use-point-markers.ts'
import { usePopup } from './use-popup.ts'

const noDetails = () => []

/** The map without external services: outlines of countries, states and counties, and names of places. */
export function BuiltInMap(props: MapProps) {
  const { label, points = NO_POINTS, details = noDetails, movable, zoom = DEFAULT_ZOOM, area, counted } = props
  const colorScheme = useComputedColorScheme('light')
  const [start] = useState({ points, at: movable?.at, zoom, area })
  const { map, holder } = useLeafletMap(start)
  useOutlines(map, colorScheme)
  usePlaceNames(map)
  useArea(map, area, props.onRest)
  useDots(map, props.dots, colorScheme)
  const popup = usePopup(map)
  usePointMarkers(map, { points, counted }, popup.open)
  const pin = useMovableMarker(map, movable)

  return (
    <>
      <div
        ref={holder}
        className={classes.canvas}
        role="application"
        aria-label={`${label}: move with the arrow keys`}
      />
      {pin.isMissing && <PlaceHint onPlace={pin.place} />}
      {popup.shown &&
        createPortal(
          <PointDetails key={popup.shown[0]?._id} points={popup.shown} details={details} onClose={popup.close} />,
          popup.content,
        )}
    </>
  )
}
