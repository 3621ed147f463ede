import { globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { filesOf, isInEveryTest, JOURNEYS, PROJECTS, testsOnPostgres } from './tiers.ts'

const inTiers = [...Object.values(PROJECTS), ...Object.values(JOURNEYS)].map(filesOf)

describe('A test', () => {
  it('is in one tier: its place and its name say in which', () => {
    const tests = globSync('**/*.{test,spec}.{ts,tsx,js,cjs,mjs}', { exclude: ['node_modules', 'dist', '.*', 'data'] })
    const misplaced = tests.filter((file) => inTiers.filter((files) => files.includes(file)).length !== 1)
    expect(misplaced).toEqual([])
    expect(tests.length).toBeGreaterThan(400)
  })

  it('is in npm test if its project is, and only then', () => {
    const { server, web, ...others } = PROJECTS
    for (const file of [server, web, JOURNEYS.main].flatMap(filesOf))
      expect([file, isInEveryTest(file)]).toEqual([file, true])
    for (const file of [...Object.values(others), JOURNEYS.others].flatMap(filesOf))
      expect([file, isInEveryTest(file)]).toEqual([file, false])
  })

  it('that opens a database runs on PostgreSQL, in npm test or in the rest', () => {
    const [both, rest] = [testsOnPostgres('npm test'), testsOnPostgres('rest')]
    expect([...both, ...rest].sort()).toEqual(testsOnPostgres().sort())
    // One directly, one through the app of the tests, one through the owners' app, one of the attacks.
    for (const file of [
      'server/jobs/jobs.sql.test.ts',
      'server/resources/imports/imports.sql.test.ts',
      'server/auth/rate-limit.sql.test.ts',
    ])
      expect(both).toContain(file)
    for (const file of [
      'server/resources/owner/content.test.ts',
      'attacks/half-sent.test.ts',
      'faults/fuzz.sql.test.ts',
    ])
      expect(rest).toContain(file)
    // What is named to run there opens one.
    const named = globSync('**/*.sql.*test.ts', { exclude: ['node_modules'] })
    expect(named.filter((file) => !testsOnPostgres().includes(file))).toEqual([])
  })
})
