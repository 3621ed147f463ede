import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  atLeastOneFailed,
  countsOf,
  failedFiles,
  NONE,
  passedAtSecondTry,
  sumOf,
  type TestCounts,
  writeCounts,
} from './test-counts.ts'
import { faultsOfARun } from './tiers.ts'

/**
 * `npm test`: what is checked before a commit, in order, each part with the time it took. `npm run test:all` goes on
 * with everything else; with `--rest` it does only that, and with `--whole` the walks of which it takes a sample
 * otherwise are whole. Ends with the line `N passed, N failed` over all tests; a part that fails without a failed test
 * counts as one. Up to three files of tests that failed run once more with the same random inputs, as journeys do.
 */
const OPTIONS = ['all', '--rest', '--whole']
const options = process.argv.slice(2)
const unknown = options.find((option) => !OPTIONS.includes(option))
if (unknown) {
  console.error(`${unknown} is unknown here; known are --rest and --whole of npm run test:all.`)
  process.exit(2)
}
const has = (option: string) => options.includes(option)

const reports = mkdtempSync(join(tmpdir(), 'check-'))

type Part = {
  name: string
  command: string[]
  env?: Record<string, string>
  report?: string
  /** The part with these files of tests only. */
  only?: (files: string[]) => Part
}

type Tests = { projects?: string[]; env?: Record<string, string>; files?: string[] }

/** Runs these projects of vitest, with the command that does. */
function tests(name: string, command: string[], { projects = [], env = {}, files = [] }: Tests = {}): Part {
  const report = join(reports, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return {
    name,
    command: [...command, ...projects.flatMap((one) => ['--project', one]), ...reporters, ...files],
    env,
    report,
    only: (files) => tests(`${name}, once more`, command, { projects, env, files }),
  }
}

function journeys(name: string, project: string): Part {
  const report = join(reports, `${name}.json`)
  return {
    name,
    command: ['playwright', 'test', '--project', project, '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    report,
  }
}

const build: Part = { name: 'Build', command: ['node', 'scripts/launch.cjs', 'build'] }
const everyCommit: Part[] = [
  { name: 'Format', command: ['biome', 'check', '--error-on-warnings', '.'] },
  // The compiler's complaints are among the linter's: both need all types, which are worked out once.
  { name: 'Types, lint and borders', command: ['oxlint', '--type-aware', '--type-check', '--deny-warnings', '.'] },
  { name: 'Unused code', command: ['knip'] },
  tests('Tests', ['vitest', 'run'], { projects: ['server', 'web'] }),
  tests('Tests on PostgreSQL', ['node', 'scripts/test-postgres.ts', '--npm-test']),
  build,
  journeys('Journeys', 'main'),
]
if (has('--whole')) process.env.TEST_WHOLE = '1'
const rest: Part[] = [
  build,
  tests('Long tests', ['vitest', 'run'], { projects: ['server-long', 'web-long'] }),
  tests('All other tests on PostgreSQL', ['node', 'scripts/test-postgres.ts', '--rest']),
  journeys('All other journeys', 'others'),
  tests('Faults', ['vitest', 'run'], { projects: ['faults'], env: { FAULT_ROUNDS: '1' }, files: faultsOfARun() }),
]
const parts = has('--rest') ? rest : has('all') ? [...everyCommit, ...rest] : everyCommit

const failed: string[] = []
const times: string[] = []
const all: TestCounts[] = []
// What many processes load, the first of them compiles for all.
const compiled = { NODE_COMPILE_CACHE: join(reports, 'compiled') }

/** Runs a part; returns whether it is in order, and its counts. */
function run({ name, command, env, report }: Part) {
  console.log(`\n── ${name}`)
  const began = performance.now()
  const [program = '', ...words] = command
  const { status } = spawnSync(program, words, {
    stdio: 'inherit',
    env: { ...process.env, ...compiled, ...env },
  })
  times.push(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${name}`)
  const counts = report ? countsOf(report) : NONE
  // A part that ran no test has proved nothing.
  return { isInOrder: status === 0 && (!report || counts.passed > 0), counts }
}

const MOST_FILES_AGAIN = 3

for (const part of parts) {
  const { isInOrder, counts } = run(part)
  const files = part.report && !isInOrder ? failedFiles(part.report) : []
  const isFew = files.length > 0 && files.length <= MOST_FILES_AGAIN
  if (isInOrder) all.push(counts)
  else if (isFew && part.only && run(part.only(files)).isInOrder) all.push(passedAtSecondTry(counts))
  else {
    failed.push(part.name)
    all.push(atLeastOneFailed(counts))
  }
}
rmSync(reports, { recursive: true })

console.log(`\n── Times\n${times.join('\n')}`)
if (failed.length) console.log(`\nFailed: ${failed.join(', ')}`)
writeCounts(sumOf(all))
process.exit(failed.length ? 1 : 0)
