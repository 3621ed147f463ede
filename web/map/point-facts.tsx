import { useEffect, useRef } from 'react'
import classes from './map.module.css'
import type { MapPoint, MapProps } from './map-types.ts'

/** What the window of a marker tells about its points. Takes the focus, so that it is read out. */
export function PointFacts({ points, facts }: { points: MapPoint[]; facts: NonNullable<MapProps['facts']> }) {
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() => content.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    // Escape closes this window and not the dialog around the map.
    <div
      ref={content}
      className={classes.facts}
      role="dialog"
      aria-label={points.map(({ name }) => name).join(', ')}
      tabIndex={-1}
      data-mantine-stop-propagation="true"
    >
      {points.map(({ _id }) => (
        <dl key={_id}>
          {facts(_id).map(([name, value]) => (
            <Fact key={name} name={name} value={value} />
          ))}
        </dl>
      ))}
    </div>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}
