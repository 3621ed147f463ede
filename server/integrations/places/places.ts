import { join } from 'node:path'
import type { Box, Coordinates, Known, Place, PlaceName } from '#contract/places.ts'
import { AppError } from '../../errors.ts'
import { threadPool } from '../../processes/threads.ts'
import type { Postal } from './postal.ts'

/**
 * Looks up places; server/integrations/places/place-index.ts describes the methods. They reject with 503 if the thread
 * fails.
 */
export type Places = {
  search: (text: string) => Promise<Place[]>
  locate: (known: Known) => Promise<Place | null>
  at: (coordinates: Coordinates) => Promise<Place | null>
  within: (box: Box) => Promise<PlaceName[]>
  statesAround: (points: Coordinates[]) => Promise<string[][]>
  /** Where postal codes are, and the names of states; fetched once. */
  postal: () => Promise<Postal>
  stop: () => Promise<void>
}

const TEN_MINUTES = 600_000

/**
 * The place index on its own thread, started by the first question and ended after ten minutes without one, so that
 * neither the server's start nor other calls wait for it.
 */
export function placesOnThread(): Places {
  const worker = join(import.meta.dirname, 'places.worker.ts')
  const pool = threadPool(worker, { threads: 1, idleTimeout: TEN_MINUTES, seconds: 30 })
  const ask = <Answer>(name: Exclude<keyof Places, 'stop'>, about: unknown) =>
    pool.run<Answer>(about, { name }).catch(() => {
      throw new AppError(503, 'Places cannot be looked up right now.')
    })
  let postal: Promise<Postal> | undefined
  return {
    search: (text) => ask('search', text),
    locate: (known) => ask('locate', known),
    at: (coordinates) => ask('at', coordinates),
    within: (box) => ask('within', box),
    statesAround: (points) => ask('statesAround', points),
    postal() {
      postal ??= ask<Postal>('postal', null).catch((error: unknown) => {
        postal = undefined
        throw error
      })
      return postal
    },
    stop: () => pool.destroy(),
  }
}
