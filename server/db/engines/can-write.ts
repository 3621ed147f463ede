import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../schema.ts'
import { isPostgres } from './is-postgres.ts'

/** Throws where nothing can be written: a database that is gone, a standby, or a disk that is mounted for reading only. */
export async function checkWritable(db: Db) {
  // PostgreSQL refuses even to delete nothing, and the pool then knows that this connection is of no use.
  if (isPostgres(db)) return void (await sql`delete from migrations where false`.execute(db))
  await db.selectFrom('migrations').select('name').limit(1).execute()
  return checkFile(db)
}

async function checkFile(db: Db) {
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(db)
  for (const { file } of rows.filter(({ file }) => file)) {
    for (const path of [file, dirname(file)]) await access(path, constants.W_OK)
  }
}
