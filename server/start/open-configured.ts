import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describeAddress, isAccessRefused } from '../db/engines/access-refused.ts'
import { narrowEncoding } from '../db/engines/fitness.ts'
import { openDatabase } from '../db/engines/open.ts'
import { openPostgres, openPostgresForCalls } from '../db/engines/open-postgres.ts'
import { makeRoomForMigration, OthersRun, readDatabaseClock } from '../db/engines/servers.ts'
import { InUse, refuseWhileOpen } from '../db/engines/sole-use.ts'
import { isBehind, migrate, needsMigration, refuseUnusable, type TellStep, Unusable } from '../db/migrate.ts'
import type { Db } from '../db/schema.ts'
import { diskFiles } from '../integrations/files/disk.ts'
import { type FileStore, isOwnName } from '../integrations/files/store.ts'
import type { Settings } from '../settings/settings.ts'
import { SettingsError } from '../settings/settings-error.ts'

/** The file name of the embedded database. */
export const DATABASE_FILE = 'back-office.db'

/** PostgreSQL's code for a missing privilege. */
const MISSING_RIGHT = '42501'

/** What keeps a working database from being opened; each has its own message. */
const REFUSALS = [OthersRun, Unusable, InUse]

/**
 * Opens and migrates the configured database; `tell` is called for each migration of one in use. Throws SettingsError
 * on failure.
 */
export async function openConfiguredDatabase(
  {
    dataDir,
    databaseUrl,
    migrateForced = false,
  }: Pick<Settings, 'dataDir' | 'databaseUrl'> & Partial<Pick<Settings, 'migrateForced'>>,
  tell?: TellStep,
): Promise<Db> {
  try {
    const db = databaseUrl ? await openShared(databaseUrl, migrateForced, tell) : await openEmbedded(dataDir, tell)
    await refuseUnusable(db)
    return db
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    const setting = databaseUrl ? 'DATABASE_URL' : 'DATA_DIR'
    if (REFUSALS.some((refusal) => error instanceof refusal)) throw new SettingsError(`${setting}: ${message}`)
    if (databaseUrl) {
      const what = isAccessRefused(error) ? 'refuses access' : 'cannot be used'
      const why = [message, code && `(${code})`].filter(Boolean).join(' ')
      const remedy = code === MISSING_RIGHT ? '; make this user the owner of the database and everything in it' : ''
      throw new SettingsError(`${setting}: the database ${describeAddress(databaseUrl)} ${what}: ${why}${remedy}`)
    }
    throw new SettingsError(`${setting}: cannot keep data in ${dataDir} (${message})`)
  }
}

async function openShared(url: string, migrateForced: boolean, tell?: TellStep) {
  const db = openPostgres(url)
  await readDatabaseClock(db)
  await refuseNarrow(db)
  const letOthersGoOn = (await isBehind(db)) ? await makeRoomForMigration(db, migrateForced) : () => {}
  // Even if there is nothing to do: a newer release's database is refused there.
  await migrate(db, undefined, tell).finally(letOthersGoOn)
  return db
}

/** Throws Unusable for an empty database that could not store every character. */
async function refuseNarrow(db: Db) {
  const isEmpty = !(await db.introspection.getTables()).length
  const narrow = isEmpty ? await narrowEncoding(db) : null
  if (narrow) throw new Unusable(narrow)
}

async function openEmbedded(dataDir: string, tell?: TellStep) {
  const file = join(dataDir, DATABASE_FILE)
  const isEmpty = !existsSync(file) || statSync(file).size === 0
  if (isEmpty) await refuseLostDatabase(diskFiles(resolve(dataDir, 'files')))
  // A running server would continue with tables that it does not know.
  else if (needsMigration(file)) refuseWhileOpen(file)
  const db = openDatabase(file)
  await migrate(db, undefined, tell)
  return db
}

/**
 * Throws Unusable if the storage has files of this product but there are no records: then the database is lost or the
 * wrong one, and the backups of a new installation in its place would push out the good ones.
 */
export async function refuseLostDatabase(files: FileStore) {
  for await (const { name } of files.list()) {
    if (isOwnName(name))
      throw new Unusable('there are files but no database: restore a backup, or remove the files to start afresh')
  }
}

/**
 * The database for calls and jobs once `db` is ready: on PostgreSQL a separate pool, whose statements may not take as
 * long as those at the start.
 */
export async function reopenForCalls({ databaseUrl }: Pick<Settings, 'databaseUrl'>, db: Db): Promise<Db> {
  if (!databaseUrl) return db
  await db.destroy()
  return openPostgresForCalls(databaseUrl)
}
