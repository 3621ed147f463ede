import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atLeastOneFailed, countsOf, sumOf, writeCounts } from './test-counts.ts'

/**
 * `npm run faults -- 50`: the tests that break things on purpose, so many rounds each, and once the tests on PostgreSQL that
 * `npm test` leaves out. Words behind the number choose files of the former. Ends with the line `N passed, N failed`.
 */
const [rounds = '50', ...files] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'faults-'))

const runs = [{ name: 'faults', command: ['vitest', 'run', '--project', 'faults', ...files] }]
if (!files.length) runs.push({ name: 'postgres', command: ['node', 'scripts/test-postgres.ts', '--others'] })

const all = runs.map(({ name, command: [program = '', ...words] }) => {
  const report = join(folder, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const env = { ...process.env, FAULT_ROUNDS: rounds }
  const { status } = spawnSync(program, [...words, ...reporters], { stdio: 'inherit', env })
  const counts = countsOf(report)
  return { isInOrder: status === 0 && counts.passed > 0, counts }
})
writeCounts(sumOf(all.map(({ isInOrder, counts }) => (isInOrder ? counts : atLeastOneFailed(counts)))))
rmSync(folder, { recursive: true })
process.exit(all.every(({ isInOrder }) => isInOrder) ? 0 : 1)
