import { Center, Text } from '@mantine/core'
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import type { Box } from '#contract/places.ts'
import { readSettings } from '#web/api/settings.ts'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { DrawArea } from './draw-area.tsx'
import classes from './map.module.css'
import type { MapProps } from './map-types.ts'

type Engine = ComponentType<Omit<MapProps, 'drawing'> & { onBroken: () => void }>

// Each engine is a separate chunk, loaded with the first map.
const builtIn = engine(() => import('./built-in-map.tsx').then(({ BuiltInMap }) => BuiltInMap))
const google = engine(() => import('./google-map.tsx').then(({ GoogleMap }) => GoogleMap))

/** A map that fills its container: Google's if a key is set and the script loads, else the built-in one. */
export function MapView({ drawing, onRest, ...props }: MapProps) {
  const [view, setView] = useState<Box>()
  const [broken, setBroken] = useState(false)
  const hasGoogle = Boolean(readSettings().maps?.google)
  const [{ GoogleMap, BuiltInMap }] = useState(() => ({ GoogleMap: google(), BuiltInMap: builtIn() }))
  const Engine = hasGoogle && !broken ? GoogleMap : BuiltInMap
  return (
    <section className={classes.frame} aria-label={props.label}>
      <Suspense
        fallback={
          <Center h="100%">
            <Loading label="Loading the map" />
          </Center>
        }
      >
        <Guard key={String(broken)} onBroken={() => setBroken(true)}>
          <Engine
            {...props}
            onRest={
              onRest &&
              ((area) => {
                setView(area)
                onRest(area)
              })
            }
            onBroken={() => setBroken(true)}
          />
        </Guard>
        {drawing && <DrawArea view={view} {...drawing} />}
      </Suspense>
      {broken && hasGoogle && (
        <Text component="output" size="sm" className={classes.notice}>
          Google Maps could not be loaded. This is the built-in map.
        </Text>
      )}
    </section>
  )
}

/** An error boundary: an error in an engine, which runs third-party code, must not break the form around it. */
class Guard extends Component<{ onBroken: () => void; children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }
  static getDerivedStateFromError() {
    return { broken: true }
  }
  override componentDidCatch() {
    this.props.onBroken()
  }
  override render() {
    return this.state.broken ? <NoMap /> : this.props.children
  }
}

/** Returns the lazily loaded engine. React keeps a failed load for good, so after one the next map gets another. */
function engine(load: () => Promise<Engine>) {
  const create = () =>
    lazy(async () => {
      try {
        return { default: await load() }
      } catch (error) {
        current = create()
        throw error
      }
    })
  let current = create()
  return () => current
}

function NoMap() {
  return (
    <Center h="100%" p="md">
      <Text role="alert">The map could not be loaded. Please check the connection and open it again.</Text>
    </Center>
  )
}
