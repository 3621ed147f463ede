import { Center, Loader, Text } from '@mantine/core'
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { readSettings } from '#web/api/settings.ts'
import classes from './map.module.css'
import type { MapProps } from './map-types.ts'

// Each engine is a separate chunk, loaded with the first map.
const BuiltInMap = engine(() => import('./built-in-map.tsx').then(({ BuiltInMap }) => BuiltInMap))
const GoogleMap = engine(() => import('./google-map.tsx').then(({ GoogleMap }) => GoogleMap))

type Engine = ComponentType<MapProps & { onBroken: () => void }>

/** A map that fills its container: Google's if a key is set and the script loads, else the built-in one. */
export function MapView(props: MapProps) {
  const [broken, setBroken] = useState(false)
  const Engine = readSettings().maps?.google && !broken ? GoogleMap : BuiltInMap
  return (
    <section className={classes.frame} aria-label={props.label}>
      <Suspense
        fallback={
          <Center h="100%">
            <Loader aria-label="Loading the map" />
          </Center>
        }
      >
        <Guard key={String(broken)} onBroken={() => setBroken(true)}>
          <Engine {...props} onBroken={() => setBroken(true)} />
        </Guard>
      </Suspense>
      {broken && readSettings().maps?.google && (
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

function engine(load: () => Promise<Engine>) {
  return lazy(() => load().then(toModule, () => toModule(NoMap)))
}

const toModule = (component: Engine) => ({ default: component })

function NoMap() {
  return (
    <Center h="100%" p="md">
      <Text role="alert">The map could not be loaded. Please check the connection and open it again.</Text>
    </Center>
  )
}
