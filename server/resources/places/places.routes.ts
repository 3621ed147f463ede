import { places } from '#contract/places.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/app-type.ts'
import { serve } from '../../http/serve.ts'

/** Answers the calls of contract/places.ts. */
export function placeRoutes(app: App, { places: index }: Deps) {
  serve(app, places.search, async ({ text }) => ({ message: 'Places', data: await index.search(text) }))

  serve(app, places.at, async (coordinates) => ({ message: 'Place', data: await index.at(coordinates) }))

  serve(app, places.within, async (box) => ({ message: 'Places', data: await index.within(box) }))
}
