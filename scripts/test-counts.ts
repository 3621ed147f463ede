import { appendFileSync, readFileSync } from 'node:fs'

/** How many tests passed and failed, and what those are called that did not pass at once. */
export type TestCounts = { passed: number; failed: number; names: string[] }

type Suite = { title: string; specs?: { title: string; tests: { status: string }[] }[]; suites?: Suite[] }

/** What a JSON report of vitest or of Playwright holds of it. */
type Report = {
  numPassedTests?: number
  numFailedTests?: number
  testResults?: { name: string; assertionResults: { status: string; fullName: string }[] }[]
  stats?: { expected?: number; unexpected?: number; flaky?: number }
  suites?: Suite[]
}

const inPlaywright = ({ title, specs = [], suites = [] }: Suite): string[] => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
    .map((spec) => `${title} › ${spec.title}`),
  ...suites.flatMap(inPlaywright),
]

const inVitest = ({ testResults = [] }: Report) =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${name.replace(`${process.cwd()}/`, '')} › ${fullName}`),
  )

/** How many tests passed and failed by the JSON report in this file; none where there is no such file. */
export function countsOf(file: string): TestCounts {
  let report: Report
  try {
    report = JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return NONE
  }
  const { numPassedTests, numFailedTests = 0, stats, suites = [] } = report
  if (!stats) return { passed: numPassedTests ?? 0, failed: numFailedTests, names: inVitest(report) }
  const failed = (stats.unexpected ?? 0) + (stats.flaky ?? 0)
  return { passed: stats.expected ?? 0, failed, names: suites.flatMap(inPlaywright) }
}

export const NONE: TestCounts = { passed: 0, failed: 0, names: [] }

/** The counts of a run that was not in order, which says so even when no test did. */
export const atLeastOneFailed = (counts: TestCounts): TestCounts => ({ ...counts, failed: Math.max(counts.failed, 1) })

export const sumOf = (all: TestCounts[]): TestCounts => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
  names: all.flatMap(({ names }) => names),
})

/**
 * Prints what did not pass and the closing line, and adds both to the file that COUNTS_FILE names, where several runs are
 * summed up.
 */
export function writeCounts({ passed, failed, names }: TestCounts) {
  const lines = names.map((name) => `Did not pass: ${name}`)
  console.log(['', ...lines, `${passed} passed, ${failed} failed`].join('\n'))
  if (process.env.COUNTS_FILE) appendFileSync(process.env.COUNTS_FILE, [`${passed} ${failed}`, ...lines, ''].join('\n'))
}
