import { afterAll, beforeAll, vi } from 'vitest'
import { followClock, followsClock } from '../clock.ts'

// A worker loads the application once for all its files: what one file leaves is there in the next.
beforeAll(() => {
  if (followsClock()) throw new Error('A test file that ran before this one left the clock of its database behind.')
})

afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  followClock(undefined)
})
