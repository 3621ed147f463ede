import { Text } from '@mantine/core'
import { type PointerEvent, useEffect, useEffectEvent, useState } from 'react'
import type { Box } from '#contract/places.ts'
import { areaBetween, type Spot } from './drawn-area.ts'
import classes from './map.module.css'
import type { MapProps } from './map-types.ts'

/** Less than this, in pixels, is a click and not a rectangle. */
const LEAST = 8

type DrawAreaProps = NonNullable<MapProps['drawing']> & {
  /** The area that the map shows; undefined until it is there. */
  view: Box | undefined
}

/** Lies over a map of either engine while a rectangle is drawn on it with a mouse, a pen or a finger. Esc ends it. */
export function DrawArea({ view, onDrawn, onCancel }: DrawAreaProps) {
  const [drawn, setDrawn] = useState<{ from: Spot; to: Spot }>()
  const cancel = useEffectEvent(onCancel)
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      cancel()
    }
    document.addEventListener('keydown', pressed, true)
    return () => document.removeEventListener('keydown', pressed, true)
  }, [])

  function begin(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0 || !event.isPrimary || !view) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const from = spotOf(event)
    setDrawn({ from, to: from })
  }
  function end(event: PointerEvent<HTMLElement>) {
    if (!drawn || !event.isPrimary) return
    setDrawn(undefined)
    const { width, height } = event.currentTarget.getBoundingClientRect()
    const to = spotOf(event)
    const isLarge = Math.abs(to.x - drawn.from.x) * width >= LEAST && Math.abs(to.y - drawn.from.y) * height >= LEAST
    if (view && isLarge) onDrawn(areaBetween(view, drawn.from, to))
  }

  return (
    <div
      className={classes.drawing}
      data-drawing
      onPointerDown={begin}
      onPointerMove={(event) => drawn && event.isPrimary && setDrawn({ ...drawn, to: spotOf(event) })}
      onPointerUp={end}
      onPointerCancel={() => setDrawn(undefined)}
    >
      <Text component="output" size="sm" className={classes.hint}>
        Drag a rectangle over the map. Esc ends it.
      </Text>
      {drawn && <div className={classes.drawn} style={edgesOf(drawn)} />}
    </div>
  )
}

/** Where a pointer is, within the edges of the map. */
function spotOf({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): Spot {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  const within = (part: number) => Math.min(1, Math.max(0, part))
  return { x: within((clientX - left) / width), y: within((clientY - top) / height) }
}

const percent = (part: number) => `${part * 100}%`
const edgesOf = ({ from, to }: { from: Spot; to: Spot }) => ({
  left: percent(Math.min(from.x, to.x)),
  top: percent(Math.min(from.y, to.y)),
  width: percent(Math.abs(to.x - from.x)),
  height: percent(Math.abs(to.y - from.y)),
})
