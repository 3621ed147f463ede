import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { countsOf, failedFiles, passedAtSecondTry } from './test-counts.ts'

const folder = mkdtempSync(join(tmpdir(), 'counts-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('a run of which one file failed names it; what passes once more is said to have needed two tries', () => {
  const file = join(folder, 'report.json')
  const test = (status: string, fullName: string) => ({ status, fullName, failureMessages: ['Not so.'] })
  const report = {
    numPassedTests: 2,
    numFailedTests: 1,
    testResults: [
      { name: `${process.cwd()}/server/a.test.ts`, status: 'failed', assertionResults: [test('failed', 'adds')] },
      { name: `${process.cwd()}/server/b.test.ts`, status: 'passed', assertionResults: [test('passed', 'edits')] },
    ],
  }
  writeFileSync(file, JSON.stringify(report))
  const counts = countsOf(file)
  expect([failedFiles(file), counts.names]).toEqual([['server/a.test.ts'], ['server/a.test.ts › adds: Not so.']])
  expect(passedAtSecondTry(counts)).toEqual({ passed: 3, failed: 0, names: [], secondTries: counts.names })
})
