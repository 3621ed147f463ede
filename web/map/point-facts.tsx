import { useEffect, useEffectEvent, useRef } from 'react'
import classes from './map.module.css'
import type { MapPoint, MapProps } from './map-types.ts'

type PointFactsProps = { points: MapPoint[]; facts: NonNullable<MapProps['facts']>; onClose: () => void }

/** What the window of a marker tells about its points. Takes the focus, so that it is read out. */
export function PointFacts({ points, facts, onClose }: PointFactsProps) {
  const content = useRef<HTMLElement>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() => content.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [])
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const element = content.current
    const closeByEscape = ({ key }: KeyboardEvent) => key === 'Escape' && close()
    element?.addEventListener('keydown', closeByEscape)
    return () => element?.removeEventListener('keydown', closeByEscape)
  }, [])
  return (
    // Escape closes this window and not the dialog around the map.
    <section
      ref={content}
      className={classes.facts}
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
    </section>
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
