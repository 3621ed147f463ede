import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { faultsOfARun, filesOf, isInEveryTest, JOURNEYS, PROJECTS, testsOnPostgres } from './tiers.ts'

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

  it('ends by no time of its own, which a busy machine may reach', () => {
    // Faults wait for real time, with a patience of their own.
    const { faults: _, ...projects } = PROJECTS
    const files = [...Object.values(projects), ...Object.values(JOURNEYS)].flatMap(filesOf)
    // What is asked again until it is there may give up early.
    const own = /^ *\}, [\d_]{5,}\)$|(?:=|expect\(|within\(|return) ?await [\w.]*find(?:All)?By.*\btimeout: /
    const found = files.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line) => (own.test(line) ? [`${file}: ${line.trim()}`] : [])),
    )
    expect(found).toEqual([])
  })

  it('of faults has its turn: a run takes some, and all of them where it is asked for the whole', () => {
    const all = filesOf(PROJECTS.faults)
    const sample = faultsOfARun()
    expect(sample.filter((file) => !all.includes(file))).toEqual([])
    expect(sample.length).toBeGreaterThan(0)
    expect(sample.length).toBeLessThan(all.length)
    vi.stubEnv('TEST_WHOLE', '1')
    expect(faultsOfARun()).toEqual([...all].sort())
    vi.unstubAllEnvs()
  })

  it('that opens a database runs on PostgreSQL, in npm test or in the rest', () => {
    const both = testsOnPostgres('npm test')
    for (const file of [
      'server/jobs/jobs.sql.test.ts',
      'server/resources/imports/imports.sql.test.ts',
      'server/auth/rate-limit.sql.test.ts',
    ])
      expect(both).toContain(file)
    vi.stubEnv('TEST_WHOLE', '1')
    const rest = testsOnPostgres('rest')
    // One that opens it through the app of the tests, one through a helper of the attacks.
    for (const file of [
      'server/resources/owner/content.test.ts',
      'attacks/half-sent.test.ts',
      'faults/fuzz.sql.test.ts',
    ])
      expect(rest).toContain(file)
    expect([...both, ...rest].sort()).toEqual(testsOnPostgres())
    vi.unstubAllEnvs()
    const sample = testsOnPostgres('rest')
    expect(sample.filter((file) => !rest.includes(file))).toEqual([])
    expect(sample.length).toBeGreaterThan(0)
    expect(sample.length).toBeLessThan(rest.length)
    // What is named to run there opens one.
    const named = globSync('**/*.sql.*test.ts', { exclude: ['node_modules'] })
    expect(named.filter((file) => !testsOnPostgres().includes(file))).toEqual([])
  })
})
