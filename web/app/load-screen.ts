import type { ComponentType } from 'react'

/** Loads the component of a route. */
export type LoadScreen = () => Promise<{ Component: ComponentType }>

/** Loads a screen when someone goes to it. */
export const loaded =
  <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name): LoadScreen =>
  async () => ({ Component: (await load())[name] })
