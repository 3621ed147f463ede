import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Everything that CI checks, in its order. Ends with the line `N passed, N failed` over all tests. */
const reports = mkdtempSync(join(tmpdir(), 'check-'))
const unitReport = join(reports, 'unit.json')
const postgresReport = join(reports, 'postgres.json')
const journeyReport = join(reports, 'journeys.json')

const steps: { name: string; command: string[]; env?: Record<string, string> }[] = [
  { name: 'Format', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'Types', command: ['tsc', '--noEmit'] },
  { name: 'Lint and borders', command: ['oxlint', '--type-aware', '--deny-warnings', '.'] },
  { name: 'Unused code', command: ['knip'] },
  {
    name: 'Tests',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
  },
  {
    name: 'Tests on PostgreSQL',
    command: [
      'node',
      'scripts/test-postgres.ts',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${postgresReport}`,
    ],
  },
  { name: 'Build', command: ['node', 'scripts/launch.cjs', 'build'] },
  {
    name: 'Journeys',
    command: ['playwright', 'test', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: journeyReport },
  },
]

const failed: string[] = []
for (const { name, command, env } of steps) {
  console.log(`\n── ${name}`)
  const [program = '', ...words] = command
  const { status } = spawnSync(program, words, { stdio: 'inherit', env: { ...process.env, ...env } })
  if (status !== 0) failed.push(name)
}

const unitCounts = ({ numPassedTests, numFailedTests }: Report) => [numPassedTests, numFailedTests]
const unit = counts(unitReport, unitCounts)
const postgres = counts(postgresReport, unitCounts)
const journeys = counts(journeyReport, ({ stats }) => [stats?.expected, (stats?.unexpected ?? 0) + (stats?.flaky ?? 0)])
rmSync(reports, { recursive: true })

if (failed.length) console.log(`\nNot in order: ${failed.join(', ')}`)
const all = [unit, postgres, journeys]
const sum = (which: 'passed' | 'failed') => all.reduce((total, counts) => total + counts[which], 0)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
process.exit(failed.length || all.some(({ passed }) => passed === 0) ? 1 : 0)

type Report = {
  numPassedTests?: number
  numFailedTests?: number
  stats?: { expected?: number; unexpected?: number; flaky?: number }
}

function counts(file: string, read: (report: Report) => (number | undefined)[]) {
  try {
    const [passed = 0, failed = 0] = read(JSON.parse(readFileSync(file, 'utf8')) as Report)
    return { passed, failed }
  } catch {
    return { passed: 0, failed: 0 }
  }
}
