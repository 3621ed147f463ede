import type { MapProps } from '#web/map/map-types.ts'

/**
 * Stands in for the built-in map, as jsdom draws none: the points, their details, the dots, the area, and buttons that move
 * the map and place or move the marker.
 */
export const BuiltInMap = ({ points = [], details, movable, label, area, dots, onRest }: MapProps) => (
  <div role="application" aria-label={label}>
    {points.map(({ _id, name }) => (
      <dl key={_id} aria-label={name}>
        {details?.(_id).map(([title, value]) => (
          <dd key={title}>{`${title}: ${value}`}</dd>
        ))}
      </dl>
    ))}
    {dots && <p>{`Dots: ${dots.length}`}</p>}
    {area && <p>{`Area: ${area.south}, ${area.west} to ${area.north}, ${area.east}`}</p>}
    {onRest && (
      <button type="button" onClick={() => onRest({ south: 38.123456, west: -121, north: 40, east: -119.5 })}>
        Move the map
      </button>
    )}
    {movable && (
      <button type="button" onClick={() => movable.onMove({ latitude: 39.5, longitude: -119.8 })}>
        {movable.at ? `Marker at ${movable.at.latitude}, ${movable.at.longitude}` : 'Click on the map'}
      </button>
    )}
  </div>
)
