import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openTestDatabase, TEST_SERVER } from '../../testing/open-test-database.ts'
import { migrate } from '../migrate.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'
import { checkWritable } from './fitness.ts'
import { openDatabase } from './open.ts'

const coded = (code: string, message: string) => Object.assign(new Error(message), { code })

it('What a standby or a read-only disk refuses is answered as a database that is away', () => {
  for (const error of [
    coded('25006', 'cannot execute INSERT in a read-only transaction'),
    coded('0A000', 'cannot use serializable mode in a hot standby'),
    coded('55000', 'cannot acquire lock mode RowExclusiveLock on database objects while recovery is in progress'),
    coded('SQLITE_READONLY', 'attempt to write a readonly database'),
    coded('SQLITE_CANTOPEN', 'unable to open database file'),
    coded('SQLITE_IOERR', 'disk I/O error'),
    coded('EROFS', 'EROFS: read-only file system, open'),
  ])
    expect([error.message, isDatabaseUnavailable(error)]).toEqual([error.message, true])
  expect(isDatabaseUnavailable(coded('0A000', 'cached plan must not change result type'))).toBe(false)
})

it.runIf(TEST_SERVER)('A PostgreSQL that takes no writes is not ready', async () => {
  const db = await openTestDatabase()
  await checkWritable(db)
  await db.connection().execute(async (db) => {
    await sql`set default_transaction_read_only = on`.execute(db)
    await expect(checkWritable(db)).rejects.toMatchObject({ code: '25006' })
    await expect(
      db
        .deleteFrom('jobs')
        .execute()
        .catch((error) => Promise.reject(new Error(String(isDatabaseUnavailable(error))))),
    ).rejects.toThrow('true')
    await sql`reset default_transaction_read_only`.execute(db)
  })
  await db.destroy()
})

it.runIf(!TEST_SERVER)('An SQLite file that is no longer where it was is not ready', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'read-only-'))
  const db = openDatabase(join(folder, 'a.db'))
  await migrate(db)
  await checkWritable(db)
  rmSync(folder, { recursive: true })
  await expect(checkWritable(db)).rejects.toMatchObject({ code: 'ENOENT' })
  await db.destroy()
})
