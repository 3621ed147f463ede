import type { MapProps } from '#web/map/map-types.ts'

/**
 * Stands in for the built-in map, as jsdom draws none: the points, their details, and a button that places
 * or moves the marker.
 */
export const BuiltInMap = ({ points = [], details, movable, label }: MapProps) => (
  <div role="application" aria-label={label}>
    {points.map(({ _id, name }) => (
      <dl key={_id} aria-label={name}>
        {details?.(_id).map(([title, value]) => (
          <dd key={title}>{`${title}: ${value}`}</dd>
        ))}
      </dl>
    ))}
    {movable && (
      <button type="button" onClick={() => movable.onMove({ latitude: 39.5, longitude: -119.8 })}>
        {movable.at ? `Marker at ${movable.at.latitude}, ${movable.at.longitude}` : 'Click on the map'}
      </button>
    )}
  </div>
)
