import { spawnSync } from 'node:child_process'

/** `npm run faults -- 50`: the tests that break things on purpose, so many rounds each. */
const rounds = process.argv[2] ?? '50'
const { status } = spawnSync('vitest', ['run', 'faults'], {
  stdio: 'inherit',
  env: { ...process.env, FAULT_ROUNDS: rounds },
})
process.exit(status ?? 1)
