import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atLeastOneFailed, countsOf, writeCounts } from './test-counts.ts'

/**
 * `npm run faults -- 50`: the tests that break things on purpose, so many rounds each. Words behind the number choose
 * files. Ends with the line `N passed, N failed`.
 */
const [rounds = '50', ...files] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'faults-'))
const report = join(folder, 'faults.json')
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
const { status } = spawnSync('vitest', ['run', '--project', 'faults', ...files, ...reporters], {
  stdio: 'inherit',
  env: { ...process.env, FAULT_ROUNDS: rounds },
})
const counts = countsOf(report)
const isInOrder = status === 0 && counts.passed > 0
writeCounts(isInOrder ? counts : atLeastOneFailed(counts))
rmSync(folder, { recursive: true })
process.exit(isInOrder ? 0 : 1)
