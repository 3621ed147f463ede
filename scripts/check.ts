import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atLeastOneFailed, countsOf, NONE, sumOf, type TestCounts, writeCounts } from './test-counts.ts'

/**
 * `npm test`: everything that is checked before a commit, in order, each part with the time it took. Ends with the line
 * `N passed, N failed` over all tests; a part that fails without a failed test counts as one.
 */
const reports = mkdtempSync(join(tmpdir(), 'check-'))
const vitestReport = (name: string) => join(reports, `${name}.json`)
const vitestReporters = (name: string) => [
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${vitestReport(name)}`,
]

type Part = { name: string; command: string[]; env?: Record<string, string>; report?: string }

const parts: Part[] = [
  { name: 'Format', command: ['biome', 'check', '--error-on-warnings', '.'] },
  // The compiler's complaints are among the linter's: both need all types, which are worked out once.
  { name: 'Types, lint and borders', command: ['oxlint', '--type-aware', '--type-check', '--deny-warnings', '.'] },
  { name: 'Unused code', command: ['knip'] },
  {
    name: 'Tests',
    command: ['vitest', 'run', '--project', 'server', '--project', 'web', ...vitestReporters('tests')],
    report: vitestReport('tests'),
  },
  {
    name: 'Tests on PostgreSQL',
    command: ['node', 'scripts/test-postgres.ts', '--differing', ...vitestReporters('postgres')],
    report: vitestReport('postgres'),
  },
  { name: 'Build', command: ['node', 'scripts/launch.cjs', 'build'] },
  {
    name: 'Journeys',
    command: ['playwright', 'test', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: vitestReport('journeys') },
    report: vitestReport('journeys'),
  },
]

const failed: string[] = []
const times: string[] = []
const all: TestCounts[] = []
// What many processes load, the first of them compiles for all.
const compiled = { NODE_COMPILE_CACHE: join(reports, 'compiled') }
for (const { name, command, env, report } of parts) {
  console.log(`\n── ${name}`)
  const began = performance.now()
  const [program = '', ...words] = command
  const { status } = spawnSync(program, words, { stdio: 'inherit', env: { ...process.env, ...compiled, ...env } })
  times.push(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${name}`)
  const counts = report ? countsOf(report) : NONE
  // A part that ran no test has proved nothing.
  const isInOrder = status === 0 && (!report || counts.passed > 0)
  if (!isInOrder) failed.push(name)
  all.push(isInOrder ? counts : atLeastOneFailed(counts))
}
rmSync(reports, { recursive: true })

console.log(`\n── Times\n${times.join('\n')}`)
if (failed.length) console.log(`\nFailed: ${failed.join(', ')}`)
writeCounts(sumOf(all))
process.exit(failed.length ? 1 : 0)
