import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, vi } from 'vitest'
import { followClock, followsClock } from '../../clock.ts'
import { worker } from './remembering.setup.ts'
import { leftSince, putBackStock, type Stock, takeStock } from './stock.ts'

/** In milliseconds, far more than a process or server needs to end. */
const PATIENCE = 10_000

// A worker loads the application once for all its files: whatever one file leaves would affect the next.
let before: Stock
beforeAll(() => {
  before = takeStock()
})

afterAll(async () => {
  const left = [...(vi.isFakeTimers() ? ['fake timers'] : []), ...(followsClock() ? ['the clock of its database'] : [])]
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  followClock(undefined)
  left.push(...worker.forget())
  left.push(...(await leftInTheEnd()))
  putBackStock(before)
  if (left.length) throw new Error(`This test file leaves behind: ${left.join('; ')}`)
})

/** What is left once everything told to end has ended. */
async function leftInTheEnd() {
  for (const end = performance.now() + PATIENCE; ; await setTimeout(20)) {
    const left = leftSince(before, takeStock())
    if (!left.length || performance.now() > end) return left
  }
}
