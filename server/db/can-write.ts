import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import { isPostgres } from './is-postgres.ts'
import type { Db } from './schema.ts'

/** Throws where nothing can be written: a database that is gone, a standby, or a disk that is mounted for reading only. */
export async function checkWritable(db: Db) {
  await db.selectFrom('migrations').select('name').limit(1).execute()
  if (!isPostgres(db)) return checkFile(db)
  const { rows } = await sql<{ refuses: boolean }>`
    select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as refuses`.execute(db)
  if (rows[0]?.refuses) throw Object.assign(new Error('the database is read-only'), { code: '25006' })
}

async function checkFile(db: Db) {
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(db)
  for (const { file } of rows.filter(({ file }) => file)) {
    for (const path of [file, dirname(file)]) await access(path, constants.W_OK)
  }
}
