import { spawnSync } from 'node:child_process'
import { dropTestDatabases, prepareTemplate } from '../server/testing/open-test-database.ts'
import { startPrivatePostgres } from '../server/testing/private-postgres.ts'

/**
 * `npm run test:postgres`: the server's tests on PostgreSQL. It starts one of its own unless TEST_POSTGRES_URL names a
 * server (postgres://user:password@host:port, without a database) on which databases may be created and dropped.
 * Words behind `--` go on to vitest.
 */
const given = process.env.TEST_POSTGRES_URL
const own = given ? undefined : await startPrivatePostgres()
const url = given ?? own?.url ?? ''
let status: number | null = 1
try {
  await prepareTemplate(url)
  // What only the embedded database has: its file, its settings, its backups.
  const only = ['server/db/open.test.ts', 'server/backup/backup.test.ts']
  const words = ['run', '--project', 'server', ...only.flatMap((file) => ['--exclude', file])]
  const wanted = process.argv.slice(2)
  const run = spawnSync(
    'vitest',
    [
      ...words,
      ...wanted,
      ...(wanted.some((word) => !word.startsWith('-'))
        ? []
        : ['server/', 'attacks/injection', 'attacks/fuzz', 'attacks/mass']),
    ],
    {
      stdio: 'inherit',
      env: { ...process.env, TEST_POSTGRES_URL: url },
    },
  )
  status = run.status
} finally {
  if (own) own.throwAway()
  else await dropTestDatabases(url)
}
process.exit(status ?? 1)
