import { useComputedColorScheme } from '@mantine/core'
import {
  AdvancedMarker,
  APILoadingStatus,
  APIProvider,
  Map as GoogleMapView,
  InfoWindow,
  useApiLoadingStatus,
  useMap,
} from '@vis.gl/react-google-maps'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Box, Coordinates } from '#contract/places.ts'
import { readSettings } from '#web/api/settings.ts'
import { formatShortNumber } from '#web/ui/format.ts'
import { clusterPoints, type MapMarker } from './cluster-points.ts'
import classes from './map.module.css'
import { boxOf, DEFAULT_CENTER, DEFAULT_ZOOM, type MapPoint, type MapProps, NO_POINTS, rounded } from './map-types.ts'
import { clusterWidth, PIN_PATH } from './marker-shapes.ts'
import { PlaceHint } from './place-hint.tsx'
import { PointDetails } from './point-details.tsx'

const LIBRARIES = ['places', 'marker', 'geocoding']

type GoogleMapProps = MapProps & {
  /** Called when Google's script cannot be loaded, or refuses the key. */
  onBroken: () => void
}

/** A Google map. */
export function GoogleMap({ onBroken, ...props }: GoogleMapProps) {
  const google = readSettings().maps?.google
  return (
    <APIProvider apiKey={google?.key ?? ''} libraries={LIBRARIES} onError={onBroken}>
      <LoadedMap {...props} mapId={google?.mapId ?? ''} onBroken={onBroken} />
    </APIProvider>
  )
}

function LoadedMap({
  points = NO_POINTS,
  details,
  movable,
  zoom = DEFAULT_ZOOM,
  area,
  onRest,
  counted,
  dots,
  mapId,
  onBroken,
}: GoogleMapProps & { mapId: string }) {
  const status = useApiLoadingStatus()
  const broken = useEffectEvent(onBroken)
  useEffect(() => {
    if (status === APILoadingStatus.FAILED || status === APILoadingStatus.AUTH_FAILURE) broken()
  }, [status])
  const center = toLatLng(movable?.at ?? (points.length === 1 ? points[0] : undefined) ?? DEFAULT_CENTER)
  const bounds = area
    ? { defaultBounds: area }
    : points.length > 1
      ? { defaultBounds: { ...boxOf(points), padding: 40 } }
      : { defaultCenter: center, defaultZoom: zoom }
  return (
    <GoogleMapView
      mapId={mapId}
      {...bounds}
      streetViewControl={false}
      fullscreenControl={false}
      gestureHandling="greedy"
      onClick={({ detail: { latLng } }) => {
        if (movable && !movable.at && latLng) movable.onMove(rounded(latLng.lat, latLng.lng))
      }}
    >
      {onRest && <Resting onRest={onRest} />}
      {dots && <Dots dots={dots} />}
      <PointMarkers points={points} counted={counted} details={details ?? noDetails} />
      {movable?.at && <MovableMarker {...movable} at={movable.at} />}
      {movable && !movable.at && <MiddleHint onPlace={movable.onMove} />}
    </GoogleMapView>
  )
}

const noDetails = () => []
const toLatLng = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({
  lat: latitude,
  lng: longitude,
})

/** Says which area is in view each time the map has come to rest. */
function Resting({ onRest }: { onRest: (area: Box) => void }) {
  const map = useMap()
  const say = useEffectEvent(() => {
    const view = map?.getBounds()?.toJSON()
    if (view) onRest(view)
  })
  useEffect(() => {
    const rested = map?.addListener('idle', () => say())
    return () => rested?.remove()
  }, [map])
  return null
}

function Dots({ dots }: { dots: Coordinates[] }) {
  const map = useMap()
  const colorScheme = useComputedColorScheme('light')
  useEffect(() => {
    if (!map) return
    const fillColor = getComputedStyle(map.getDiv()).getPropertyValue('--map-dot')
    const layer = new google.maps.Data({ map })
    layer.add({ geometry: new google.maps.Data.MultiPoint(dots.map(toLatLng)) })
    layer.setStyle({
      clickable: false,
      icon: { path: google.maps.SymbolPath.CIRCLE, scale: 3, strokeWeight: 0, fillOpacity: 0.9, fillColor },
    })
    return () => layer.setMap(null)
  }, [map, dots, colorScheme])
  return null
}

type PointMarkersProps = {
  points: MapPoint[]
  counted: MapProps['counted']
  details: NonNullable<MapProps['details']>
}

function PointMarkers({ points, counted, details }: PointMarkersProps) {
  const map = useMap()
  const clusters = useMemo(() => clusterPoints(points, counted), [points, counted])
  const [view, setView] = useState<{ box: Box; zoom: number } | null>(null)
  const [opened, setOpened] = useState<{ points: MapPoint[]; marker: MapMarker } | null>(null)
  useEffect(() => {
    const rested = map?.addListener('idle', () => {
      const box = map.getBounds()?.toJSON()
      if (box) setView({ box, zoom: map.getZoom() ?? DEFAULT_ZOOM })
    })
    return () => rested?.remove()
  }, [map])

  const choose = (marker: MapMarker) => {
    const expansionZoom = clusters.expansionZoom(marker)
    if (expansionZoom === undefined) {
      setOpened({ points: clusters.inside(marker), marker })
      return
    }
    map?.panTo(toLatLng(marker))
    map?.setZoom(expansionZoom)
  }
  return (
    <>
      {view &&
        clusters.around(view.box, view.zoom).map((marker) => (
          <AdvancedMarker
            key={marker.key}
            position={toLatLng(marker)}
            title={marker.name}
            onClick={() => choose(marker)}
          >
            {marker.number === undefined ? <Pin /> : <ClusterMark count={marker.number} />}
          </AdvancedMarker>
        ))}
      {opened && (
        <InfoWindow position={toLatLng(opened.marker)} pixelOffset={[0, -30]} onClose={() => setOpened(null)}>
          <PointDetails points={opened.points} details={details} onClose={() => setOpened(null)} />
        </InfoWindow>
      )}
    </>
  )
}

function MiddleHint({ onPlace }: { onPlace: (to: Coordinates) => void }) {
  const map = useMap()
  const place = () => {
    const middle = map?.getCenter()
    if (middle) onPlace(rounded(middle.lat(), middle.lng()))
  }
  return <PlaceHint onPlace={place} />
}

type MovableMarkerProps = { at: Coordinates; name: string; onMove: (to: Coordinates) => void }

function MovableMarker({ at, name, onMove }: MovableMarkerProps) {
  const map = useMap()
  const { latitude, longitude } = at
  useEffect(() => {
    map?.panTo({ lat: latitude, lng: longitude })
  }, [map, latitude, longitude])
  return (
    <AdvancedMarker
      position={toLatLng(at)}
      title={name}
      draggable
      onDragEnd={({ latLng }) => latLng && onMove(rounded(latLng.lat(), latLng.lng()))}
    >
      <span className={classes.movable}>
        <Pin />
      </span>
    </AdvancedMarker>
  )
}

const Pin = () => (
  <svg className={classes.pin} viewBox="0 0 24 32" style={{ width: 26, height: 35 }} aria-hidden>
    <path d={PIN_PATH} />
    <circle cx={12} cy={11.5} r={3.5} />
  </svg>
)

function ClusterMark({ count }: { count: number }) {
  const width = clusterWidth(count)
  return (
    <span className={classes.cluster} style={{ width, height: width }}>
      {formatShortNumber(count)}
    </span>
  )
}
