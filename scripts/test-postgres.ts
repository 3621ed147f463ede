import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { dropTestDatabases, prepareTemplate } from '../server/testing/open-test-database.ts'
import { startPrivatePostgres } from '../server/testing/private-postgres.ts'

/**
 * `npm run test:postgres`: all tests that reach SQL, on PostgreSQL. `--differing` runs those of what can differ there from
 * SQLite, which `npm test` does, and `--others` the others, which the faults do. It starts a PostgreSQL of its own unless
 * TEST_POSTGRES_URL names a server (postgres://user:password@host:port, without a database) on which databases may be
 * created and dropped. Other words go on to vitest; those that name files replace the usual ones.
 */
const PARTS = ['--differing', '--others']
const [part, wanted] = [process.argv.find((word) => PARTS.includes(word)), process.argv.slice(2)]
const words = wanted.filter((word) => word !== part)
const given = process.env.TEST_POSTGRES_URL
const own = given ? undefined : await startPrivatePostgres()
const url = given ?? own?.url ?? ''
let status: number | null = 1
try {
  await prepareTemplate(url)
  const files = words.some((word) => !word.startsWith('-')) ? [] : testsOf(part)
  const run = spawn('vitest', ['run', '--project', 'server', '--project', 'faults', ...words, ...files], {
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

function testsOf(part: string | undefined) {
  const all = testsThatReachSql()
  return part ? all.filter((file) => canDiffer(file) === (part === '--differing')) : all
}

/** The server's tests that open a database, and of the attacks those whose inputs get as far as one. */
function testsThatReachSql() {
  // What only the embedded database has: its file, its settings, its backups.
  const onlyEmbedded = ['server/db/engines/open.test.ts', 'server/backup/backup.test.ts']
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
    'attacks/every-call.test.ts',
    'attacks/changing-calls.test.ts',
    'attacks/injection.test.ts',
    'attacks/mass-assignment.test.ts',
    'attacks/overtaken.test.ts',
    'attacks/guessing.test.ts',
    'faults/fuzz.test.ts',
  ]
}

/** What speaks to the database itself, races, a walk over every call, and tests of what only PostgreSQL does. */
function canDiffer(file: string) {
  return (
    /^server\/(db|records|jobs|secrets|live|resources\/(changes|notifications))\//.test(file) ||
    /^attacks\/(every-call|changing-calls|overtaken|guessing)\./.test(file) ||
    (!file.startsWith('faults/') && /\bTEST_SERVER\b/.test(readFileSync(file, 'utf8')))
  )
}
