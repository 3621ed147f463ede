import { useEffect, useEffectEvent, useRef } from 'react'
import classes from './map.module.css'
import type { MapPoint, MapProps } from './map-types.ts'

type PointDetailsProps = { points: MapPoint[]; details: NonNullable<MapProps['details']>; onClose: () => void }

/** The details of one or more points in a popup. Focused on open, so that screen readers announce it. */
export function PointDetails({ points, details, onClose }: PointDetailsProps) {
  const content = useRef<HTMLElement>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() => content.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [])
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const element = content.current
    const closeOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && close()
    element?.addEventListener('keydown', closeOnEscape)
    return () => element?.removeEventListener('keydown', closeOnEscape)
  }, [])
  return (
    // Escape closes the popup, not the dialog around the map.
    <section
      ref={content}
      className={classes.details}
      aria-label={points.map(({ name }) => name).join(', ')}
      tabIndex={-1}
      data-mantine-stop-propagation="true"
    >
      {points.map(({ _id }) => (
        <dl key={_id}>
          {details(_id).map(([name, value]) => (
            <Detail key={name} name={name} value={value} />
          ))}
        </dl>
      ))}
    </section>
  )
}

function Detail({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}
