import { afterAll, beforeAll, expect, vi } from 'vitest'
import { followClock, followsClock } from '../clock.ts'

// A worker loads the application once for all its files: what one file leaves is there in the next.
beforeAll(() => expect(followsClock(), 'a file before this one left the clock of its database').toBe(false))

afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  followClock(undefined)
})
