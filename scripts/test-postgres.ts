import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dropTestDatabases, prepareTemplate } from '../server/testing/open-test-database.ts'
import { startPrivatePostgres } from '../server/testing/private-postgres.ts'
import { testsOnPostgres } from './tiers.ts'

/**
 * `npm run test:postgres`: all tests that open a database, on PostgreSQL. `--npm-test` runs those that `npm test` runs
 * there, and `--rest` the others. It starts a PostgreSQL of its own unless TEST_POSTGRES_URL names a server
 * (postgres://user:password@host:port, without a database) on which databases may be created and dropped. Other words
 * go on to vitest; those that name files replace the usual ones.
 */
const PARTS = { '--npm-test': 'npm test', '--rest': 'rest' } as const
const isPart = (word: string): word is keyof typeof PARTS => word in PARTS
const wanted = process.argv.slice(2)
const part = wanted.find(isPart)
const words = wanted.filter((word) => !isPart(word))
const given = process.env.TEST_POSTGRES_URL
const own = given ? undefined : await startPrivatePostgres()
const url = given ?? own?.url ?? ''
let status: number | null = 1
try {
  await prepareTemplate(url)
  const files = words.some((word) => !word.startsWith('-')) ? [] : testsOnPostgres(part && PARTS[part])
  const projects = ['server', 'server-long', 'faults'].flatMap((project) => ['--project', project])
  const run = spawn('vitest', ['run', ...projects, ...words, ...files], {
    stdio: 'inherit',
    env: { ...process.env, TEST_POSTGRES_URL: url },
  })
  // Interrupting the tests gives back the memory and disk that the server takes.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => run.kill(signal))
  const [code] = (await once(run, 'exit')) as [number | null]
  status = code
} finally {
  if (own) own.throwAway()
  else await dropTestDatabases(url)
}
process.exit(status ?? 1)
