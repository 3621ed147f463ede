import { vi } from 'vitest'

/** Looks again until `check` no longer throws, far longer than anything takes; throws what it threw last. */
export const waitFor = <Result>(check: () => Result | Promise<Result>) =>
  vi.waitFor(check, { timeout: 120_000, interval: 20 })
