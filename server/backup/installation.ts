import { existsSync } from 'node:fs'
import { v7 as newId } from 'uuid'
import { ownSecret } from '../auth/own-secrets.ts'
import { SqliteFile } from '../db/engines/sqlite-file.ts'
import type { Db } from '../db/schema.ts'

/** The name of the id among the values that an installation keeps for itself. */
const NAME = 'installation'

/** The id by which an installation knows its own backups, created when first needed. */
export const installationId = (db: Db) => ownSecret(db, NAME, newId())

/** The id of the installation in a database, which may have none yet. */
export async function findInstallation(db: Db) {
  const row = await db.selectFrom('secrets').select('value').where('name', '=', NAME).executeTakeFirst()
  return row?.value
}

/** The same in a database file that nobody has open; also undefined if it is missing or damaged. */
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

/** Makes what was copied into `db` an installation of its own, which gets an id when it first needs one. */
export const forgetInstallation = (db: Db) => db.deleteFrom('secrets').where('name', '=', NAME).execute()

/** The same in a database file that nobody has open; with `id` it is that installation. */
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
