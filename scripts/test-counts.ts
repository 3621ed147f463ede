import { appendFileSync, readFileSync } from 'node:fs'

export type TestCounts = { passed: number; failed: number }

/** What a JSON report of vitest or of Playwright holds of it. */
type Report = {
  numPassedTests?: number
  numFailedTests?: number
  stats?: { expected?: number; unexpected?: number; flaky?: number }
}

/** How many tests passed and failed by the JSON report in this file; none where there is no such file. */
export function countsOf(file: string): TestCounts {
  let report: Report
  try {
    report = JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return { passed: 0, failed: 0 }
  }
  const { numPassedTests, numFailedTests = 0, stats } = report
  if (stats) return { passed: stats.expected ?? 0, failed: (stats.unexpected ?? 0) + (stats.flaky ?? 0) }
  return { passed: numPassedTests ?? 0, failed: numFailedTests }
}

/** The counts of a run that was not in order, which says so even when no test did. */
export const atLeastOneFailed = ({ passed, failed }: TestCounts): TestCounts => ({
  passed,
  failed: Math.max(failed, 1),
})

export const sumOf = (all: TestCounts[]): TestCounts => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
})

/** Prints the closing line, and adds the counts to the file that COUNTS_FILE names, where several runs are summed up. */
export function writeCounts({ passed, failed }: TestCounts) {
  console.log(`\n${passed} passed, ${failed} failed`)
  if (process.env.COUNTS_FILE) appendFileSync(process.env.COUNTS_FILE, `${passed} ${failed}\n`)
}
