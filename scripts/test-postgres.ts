import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { dropTestDatabases, prepareTemplate } from '../server/testing/open-test-database.ts'
import { startPrivatePostgres } from '../server/testing/private-postgres.ts'

/**
 * `npm run test:postgres`: the tests that reach SQL, on PostgreSQL. It starts one of its own unless TEST_POSTGRES_URL
 * names a server (postgres://user:password@host:port, without a database) on which databases may be created and dropped.
 * Words behind `--` go on to vitest; those that name files replace the usual ones.
 */
const wanted = process.argv.slice(2)
const given = process.env.TEST_POSTGRES_URL
const own = given ? undefined : await startPrivatePostgres()
const url = given ?? own?.url ?? ''
let status: number | null = 1
try {
  await prepareTemplate(url)
  const files = wanted.some((word) => !word.startsWith('-')) ? [] : testsThatReachSql()
  const run = spawn('vitest', ['run', '--project', 'server', ...wanted, ...files], {
    stdio: 'inherit',
    env: { ...process.env, TEST_POSTGRES_URL: url },
  })
  // Whoever interrupts the tests gets the memory and disk back that the server takes.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => run.kill(signal))
  const [code] = (await once(run, 'exit')) as [number | null]
  status = code
} finally {
  if (own) own.throwAway()
  else await dropTestDatabases(url)
}
process.exit(status ?? 1)

/** The server's tests that open a database, and of the attacks those whose inputs get as far as one. */
function testsThatReachSql() {
  // What only the embedded database has: its file, its settings, its backups.
  const onlyEmbedded = ['server/db/open.test.ts', 'server/backup/backup.test.ts']
  // What opens one for its app and asks nothing of it.
  const withoutSql = [
    'server/contract.test.ts',
    'server/http/compression.test.ts',
    'server/resources/places/places.test.ts',
  ]
  const left = new Set([...onlyEmbedded, ...withoutSql])
  const opensOne = /\b(openTestDatabase|openEmptyTestDatabase|createTestDatabase|buildTestApp|buildInhabitedApp)\b/
  return [
    ...globSync('server/**/*.test.ts').filter((file) => !left.has(file) && opensOne.test(readFileSync(file, 'utf8'))),
    'attacks/injection.test.ts',
    'attacks/fuzz.test.ts',
    'attacks/mass-assignment.test.ts',
    'attacks/overtaken.test.ts',
    'attacks/guessing.test.ts',
  ]
}
