import { existsSync } from 'node:fs'
import { v7 as newId } from 'uuid'
import { ownSecret } from '../auth/own-secrets.ts'
import { SqliteFile } from '../db/engines/sqlite-file.ts'
import type { Db } from '../db/schema.ts'

/** The name under which the id is stored. */
const NAME = 'installation'

/** The id by which an installation recognizes its own backups, created when first needed. */
export const installationId = (db: Db) => ownSecret(db, NAME, newId())

/** The installation's id in a database, if it has one yet. */
export async function findInstallation(db: Db) {
  const row = await db.selectFrom('secrets').select('value').where('name', '=', NAME).executeTakeFirst()
  return row?.value
}

/** The same in a database file that is not open; also undefined if it is missing or damaged. */
export function findInstallationIn(file: string) {
  if (!existsSync(file)) return undefined
  try {
    const database = new SqliteFile(file, { readonly: true })
    try {
      return database.column<string>('select value from secrets where name = ?', [NAME])[0]
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

/** Makes the copy in `db` a separate installation, which gets an id when it first needs one. */
export const forgetInstallation = (db: Db) => db.deleteFrom('secrets').where('name', '=', NAME).execute()

/** The same in a database file that is not open; with `id` it becomes that installation. */
export function becomeInstallation(file: string, id: string | undefined) {
  const database = new SqliteFile(file)
  try {
    // With a log beside it there would be more than one file to move.
    database.exec('pragma journal_mode = DELETE')
    database.prepare('delete from secrets where name = ?').run([NAME])
    if (id) database.prepare('insert into secrets (name, value) values (?, ?)').run([NAME, id])
  } finally {
    database.close()
  }
}
