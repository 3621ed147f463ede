import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { generatorFrom, SEED } from '../server/testing/seed.ts'

/** What `npm test` leaves to `npm run test:all`: what has this in its name, or lies in one of these folders. */
const LONG = 'long'
const LONG_FOLDERS = ['attacks', 'lossless', 'faults']
/** What can differ between the databases: `npm test` runs it on PostgreSQL as well. */
const ON_BOTH = 'sql'

const NODE = '{contract,server,scripts}'

/**
 * Which project of vitest has which test files: those of `npm test` first. A test that is in none, or in two, fails
 * `tiers.test.ts`.
 */
export const PROJECTS = {
  server: { include: [`${NODE}/**/*.test.ts`], exclude: [`**/*.${LONG}.test.ts`] },
  web: { include: ['web/**/*.test.{ts,tsx}'], exclude: [`**/*.${LONG}.test.{ts,tsx}`] },
  'server-long': { include: [`attacks/**/*.test.ts`, `${NODE}/**/*.${LONG}.test.ts`], exclude: [] },
  'web-long': { include: ['lossless/**/*.test.ts', `web/**/*.${LONG}.test.{ts,tsx}`], exclude: [] },
  faults: { include: ['faults/**/*.test.ts'], exclude: [] },
} satisfies Record<string, { include: string[]; exclude: string[] }>

/** Which project of Playwright has which journeys. */
export const JOURNEYS = {
  main: { include: ['e2e/**/*.spec.ts'], exclude: [`e2e/**/*.${LONG}.spec.ts`] },
  others: { include: [`e2e/**/*.${LONG}.spec.ts`], exclude: [] },
} satisfies Record<string, { include: string[]; exclude: string[] }>

/** Whether `npm test` runs a test file. */
export const isInEveryTest = (file: string) =>
  !file.includes(`.${LONG}.`) && !LONG_FOLDERS.some((folder) => file.startsWith(`${folder}/`))

/** The test files of a project, by their paths. */
export const filesOf = ({ include, exclude }: { include: string[]; exclude: string[] }) =>
  globSync(include, { exclude })

/**
 * The test files that run on PostgreSQL: all that open the database of the tests, directly or through a helper; of the
 * faults, which start servers of their own, those that are named so. `part` names those that `npm test` runs there, or
 * the rest, which is `sampled`.
 */
export function testsOnPostgres(part?: 'npm test' | 'rest') {
  const all = [
    ...globSync('{server,attacks}/**/*.test.ts').filter((file) => reaches(file, OPENS_DATABASE)),
    ...globSync(`faults/**/*.${ON_BOTH}.test.ts`),
  ].sort()
  if (part === undefined) return all
  if (part === 'npm test') return all.filter(isOnBothInEveryTest)
  return sampled(
    all.filter((file) => !isOnBothInEveryTest(file)),
    3,
  )
}

/** The test files of faults that `npm run test:all` runs: half of them, as each takes minutes. */
export const faultsOfARun = () => sampled(filesOf(PROJECTS.faults).sort(), 2)

/**
 * One in so many of these files, chosen by the commit's seed: over some commits each has its turn. All of them where
 * TEST_WHOLE is set (`npm run test:all -- --whole`).
 */
function sampled(files: string[], shares: number) {
  const random = generatorFrom(SEED)
  return files.filter(() => random() < 1 / shares || process.env.TEST_WHOLE)
}

const isOnBothInEveryTest = (file: string) => isInEveryTest(file) && file.includes(`.${ON_BOTH}.`)

const OPENS_DATABASE = 'server/testing/open-test-database.ts'
const HELPER = /^(server\/testing|attacks)\/(?!.*\.test\.ts$)/
const IMPORTED = /^(?:import|export)\b[^'"]*from '((?:\.{1,2}|#server)\/[^']+)'/gm

/** Whether a file imports another one, directly or through the helpers of tests. */
function reaches(file: string, wanted: string, seen = new Set<string>()): boolean {
  seen.add(file)
  return [...readFileSync(file, 'utf8').matchAll(IMPORTED)]
    .map(([, path = '']) => (path.startsWith('#') ? path.slice(1) : normalize(join(dirname(file), path))))
    .some((one) => one === wanted || (HELPER.test(one) && !seen.has(one) && reaches(one, wanted, seen)))
}
