import { appendFileSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/**
 * How many tests passed and failed, what the failed ones are called, and those that passed at the second try, each with
 * its first error.
 */
export type TestCounts = { passed: number; failed: number; names: string[]; secondTries: string[] }

type Attempt = { error?: { message?: string } }
type Spec = { title: string; tests: { status: string; results?: Attempt[] }[] }
type Suite = { title: string; specs?: Spec[]; suites?: Suite[] }

type VitestResult = { status: string; fullName: string; failureMessages?: string[] }
type VitestFile = { name: string; status?: string; assertionResults: VitestResult[] }

/** What a JSON report of vitest or of Playwright holds of it. */
type Report = {
  numPassedTests?: number
  numFailedTests?: number
  testResults?: VitestFile[]
  stats?: { expected?: number; unexpected?: number; flaky?: number }
  suites?: Suite[]
}

const ERROR_CHARACTERS = 600

/** A test by its name, with the beginning of what it said, in one line and without colours. */
function named(name: string, error: string | undefined) {
  const words = stripVTControlCharacters(error ?? '').replace(/\s+/g, ' ')
  return words ? `${name}: ${words.slice(0, ERROR_CHARACTERS)}` : name
}

const inPlaywright = (status: 'unexpected' | 'flaky', { title, specs = [], suites = [] }: Suite): string[] => [
  ...specs
    .filter(({ tests }) => tests.some((one) => one.status === status))
    .map((spec) => {
      const attempts = spec.tests.flatMap(({ results = [] }) => results)
      return named(`${title} › ${spec.title}`, attempts.find(({ error }) => error)?.error?.message)
    }),
  ...suites.flatMap((suite) => inPlaywright(status, suite)),
]

const pathOf = (name: string) => name.replace(`${process.cwd()}/`, '')

const inVitest = ({ testResults = [] }: Report) =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages = [] }) => named(`${pathOf(name)} › ${fullName}`, failureMessages[0])),
  )

function readReport(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return undefined
  }
}

/** The files of tests that vitest's JSON report in this file says have failed. */
export const failedFiles = (file: string) =>
  (readReport(file)?.testResults ?? []).filter(({ status }) => status === 'failed').map(({ name }) => pathOf(name))

/** How many tests passed and failed by the JSON report in this file; none where there is no such file. */
export function countsOf(file: string): TestCounts {
  const report = readReport(file)
  if (!report) return NONE
  const { numPassedTests, numFailedTests = 0, stats, suites = [] } = report
  if (!stats) return { passed: numPassedTests ?? 0, failed: numFailedTests, names: inVitest(report), secondTries: [] }
  return {
    passed: (stats.expected ?? 0) + (stats.flaky ?? 0),
    failed: stats.unexpected ?? 0,
    names: suites.flatMap((suite) => inPlaywright('unexpected', suite)),
    secondTries: suites.flatMap((suite) => inPlaywright('flaky', suite)),
  }
}

export const NONE: TestCounts = { passed: 0, failed: 0, names: [], secondTries: [] }

/** The counts of a run that was not in order, which says so even when no test did. */
export const atLeastOneFailed = (counts: TestCounts): TestCounts => ({ ...counts, failed: Math.max(counts.failed, 1) })

/** The counts of a run whose failed files have all passed when they ran once more. */
export const passedAtSecondTry = ({ passed, failed, names }: TestCounts): TestCounts => ({
  passed: passed + failed,
  failed: 0,
  names: [],
  secondTries: names,
})

export const sumOf = (all: TestCounts[]): TestCounts => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
  names: all.flatMap(({ names }) => names),
  secondTries: all.flatMap(({ secondTries }) => secondTries),
})

/**
 * Prints what did not pass and the closing line, and adds both to the file that COUNTS_FILE names, where several runs
 * are summed up.
 */
export function writeCounts({ passed, failed, names, secondTries }: TestCounts) {
  const lines = [
    ...names.map((name) => `Did not pass: ${name}`),
    ...secondTries.map((name) => `Passed at the second try: ${name}`),
  ]
  console.log(['', ...lines, `${passed} passed, ${failed} failed`].join('\n'))
  if (process.env.COUNTS_FILE) appendFileSync(process.env.COUNTS_FILE, [`${passed} ${failed}`, ...lines, ''].join('\n'))
}
