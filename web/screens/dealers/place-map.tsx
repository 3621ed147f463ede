import type { Coordinates } from '#contract/places.ts'
import { coordinates } from '#contract/places.ts'
import { readSettings } from '#web/api/settings.ts'
import { DEFAULT_ZOOM } from '#web/map/map-types.ts'
import { MapView } from '#web/map/map-view.tsx'

/** The closest zoom at which outlines still help: it shows the names of a few towns. */
const OUTLINES_ZOOM = 10

type PlaceMapProps = { values: { latitude: unknown; longitude: unknown }; onMove: (to: Coordinates) => void }

/** The map of the form, with a movable marker at the coordinates of the fields, once there are any. */
export function PlaceMap({ values, onMove }: PlaceMapProps) {
  const { maps } = readSettings()
  const at = coordinates.safeParse(values).data
  return (
    <MapView
      label="Dealer’s location"
      movable={{ at, name: 'Dealer’s location: drag it, or move it with the arrow keys', onMove }}
      zoom={maps?.google || maps?.tiles ? DEFAULT_ZOOM : OUTLINES_ZOOM}
    />
  )
}
