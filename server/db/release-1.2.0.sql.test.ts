import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contentLines } from '../testing/content-lines.ts'
import { restoreLivelyRelease } from '../testing/lively-release.ts'
import { openEmptyTestDatabase } from '../testing/open-test-database.ts'
import { readSchema } from '../testing/read-schema.ts'
import { storedReleases } from '../testing/releases.ts'
import { isPostgres } from './engines/is-postgres.ts'
import { migrate, migrations } from './migrate.ts'
import type { Db } from './schema.ts'

let db: Db
beforeEach(async () => {
  db = await openEmptyTestDatabase()
})
afterEach(() => db.destroy())

const folder = join(import.meta.dirname, '../testing/fixtures/upgrades')
const kept = (name: string) => join(folder, `${name}.${isPostgres(db) ? 'postgres' : 'sqlite'}.txt`)
const linesOf = (lines: string[]) => `${lines.join('\n')}\n`

/** The schema, except what versions of PostgreSQL write differently. */
const schemaLines = async () =>
  (await readSchema(db)).filter((line) => !line.startsWith('view ') && !/^constraint .*: NOT NULL /.test(line))

const upTo120 = migrations.slice(0, 1 + migrations.findIndex(({ name }) => name === '0012-release-1.2.0'))
const before = storedReleases().filter((release) => release < 'after-0012')

describe.each([undefined, ...before])('what the unreleased steps to 1.2.0 made of %s', (release) => {
  beforeEach(async () => {
    if (release) await restoreLivelyRelease(db, release)
    await migrate(db, upTo120)
  })

  it('is what its one migration makes: the same tables', async () => {
    await expect(linesOf(await schemaLines())).toMatchFileSnapshot(kept('schema'))
  })

  it.runIf(release)('is what its one migration makes: the same content', async () => {
    await expect(linesOf(await contentLines(db))).toMatchFileSnapshot(kept(`content-${release}`))
  })
})
