import fc from 'fast-check'
import { SEED } from './seed.ts'

fc.configureGlobal({ seed: SEED })

/** Run once before all tests: hands the seed to their workers and says it, so that a failure can be repeated. */
export function setup() {
  process.env.TEST_SEED = String(SEED)
  process.stdout.write(`Random tests start from the seed ${SEED}; TEST_SEED=${SEED} repeats them.\n`)
}
