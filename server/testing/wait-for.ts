import { vi } from 'vitest'

/** Retries until `check` no longer throws, far longer than anything takes; throws the last error. */
export const waitFor = <Result>(check: () => Result | Promise<Result>) =>
  vi.waitFor(check, { timeout: 120_000, interval: 20 })
