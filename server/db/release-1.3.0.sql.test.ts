import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runDue } from '../jobs/schedule.ts'
import { openEmptyTestDatabase } from '../testing/open-test-database.ts'
import { migrate, migrations } from './migrate.ts'
import type { Db } from './schema.ts'

let db: Db
beforeEach(async () => {
  db = await openEmptyTestDatabase()
  const last = migrations.findIndex(({ name }) => name === '0012-release-1.2.0')
  await migrate(db, migrations.slice(0, last + 1))
})
afterEach(() => db.destroy())

const run = (text: string) => sql.raw(text).execute(db)

it('what release 1.2.0 has put off comes due at its time, also by the clock of a zone whose rules have changed', async () => {
  const [past, future] = ['2020-01-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z']
  await run(`insert into due (id, kind, about, due_at, try_at, wall_time, zone, zone_rules) values
    ('1', 'publishing', 'cms_pages a publish_at', '${past}', '${past}', null, null, null),
    ('2', 'publishing', 'cms_pages b publish_at', '${future}', '${future}', null, null, null),
    ('3', 'mail-key-ends', 'k 14', '${past}', '${past}', null, null, null),
    ('4', 'mail-key-ends', 'k 2', '${past}', '${past}', '2999-06-01 09:00', 'Europe/Berlin', '2000a')`)
  await run(`insert into jobs (id, kind, payload, run_at, attempts) values ('3', 'mail-key-ends', '{}', '${past}', 0)`)
  await migrate(db)
  const done: string[] = []
  const note = async (_db: Db, { about }: { about: string }) => void done.push(about)
  await runDue(db, { publishing: note, 'key-ends': note }, { error: () => {} })
  expect(done.toSorted()).toEqual(['cms_pages a publish_at', 'k 14'])
  const left = await db.selectFrom('jobs').select(['kind', 'key', 'due_at']).orderBy('kind').orderBy('key').execute()
  expect(left).toEqual([
    { kind: 'key-ends', key: 'k 2', due_at: '2999-06-01T07:00:00.000Z' },
    { kind: 'mail-key-ends', key: null, due_at: null },
    { kind: 'publishing', key: 'cms_pages b publish_at', due_at: future },
  ])
})
