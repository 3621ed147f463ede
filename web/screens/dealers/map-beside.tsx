import { Button, Group } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import type { dealers } from '#contract/dealers.ts'
import type { CallInput } from '#contract/endpoint.ts'
import type { Box } from '#contract/places.ts'
import { DealersOnMap } from './dealers-map.tsx'
import { areaText } from './map-area.ts'
import classes from './map-beside.module.css'

/** In the address: the map stands beside the list. */
export const BESIDE = 'map'

type MapBesideProps = {
  list: ReactNode
  /** The filters of the list, and what of them is not the area. */
  input: CallInput<typeof dealers.map>
  otherFilters: object
  /** Where the listed dealers are, if that is filtered. */
  area: Box | undefined
  onArea: (area: string | null) => void
}

/**
 * The list of dealers, and the map of the same ones: the area that it shows, or a rectangle drawn on it, narrows both.
 */
export function MapBeside({ list, input, otherFilters, area, onArea }: MapBesideProps) {
  const [shown, setShown] = useState<Box>()
  const [isDrawing, setIsDrawing] = useState(false)
  const drawButton = useRef<HTMLButtonElement>(null)
  const isListed = shown && area && areaText(shown) === areaText(area)
  function end(area?: Box) {
    setIsDrawing(false)
    if (area) onArea(areaText(area))
    drawButton.current?.focus()
  }
  return (
    <div className={classes.beside}>
      <div className={classes.list}>{list}</div>
      <section className={classes.map} aria-label="Map beside the list">
        <DealersOnMap
          // Moves the map to where the dealers of other filters are.
          key={JSON.stringify(otherFilters)}
          input={input}
          area={area}
          onRest={setShown}
          drawing={isDrawing ? { onDrawn: end, onCancel: end } : undefined}
        >
          <Group gap="xs">
            <Button
              ref={drawButton}
              size="compact-sm"
              variant={isDrawing ? 'light' : 'default'}
              aria-pressed={isDrawing}
              disabled={!shown}
              onClick={() => setIsDrawing(!isDrawing)}
            >
              Draw area
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              disabled={!shown || isListed}
              onClick={() => shown && onArea(areaText(shown))}
            >
              List this area
            </Button>
            {area && (
              <Button variant="default" size="compact-sm" onClick={() => onArea(null)}>
                List all areas
              </Button>
            )}
          </Group>
        </DealersOnMap>
      </section>
    </div>
  )
}
