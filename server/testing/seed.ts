import { execFileSync } from 'node:child_process'

/**
 * The seed of all random tests: TEST_SEED, or one made from the commit, so that a commit is always checked in the same
 * way.
 */
export const SEED = Number(process.env.TEST_SEED ?? seedOfCommit())

/** A number from 0 up to 1, from a generator that starts at the seed (mulberry32). */
export const random = generatorFrom(SEED)

/** A generator of numbers from 0 up to 1, always the same ones for the same integer. */
export function generatorFrom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

// Outside a checkout there is no commit; one fixed seed is as good as another.
function seedOfCommit() {
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return Number.parseInt(commit.slice(0, 7), 16)
  } catch {
    return 1
  }
}
