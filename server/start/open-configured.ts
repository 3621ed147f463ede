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

/** What PostgreSQL calls a right that the user does not have. */
const MISSING_RIGHT = '42501'

/** What keeps a database that works from being opened; each says why by itself. */
const REFUSALS = [OthersRun, Unusable, InUse]

/**
 * Opens the database that the settings name and migrates it; `tell` hears of each migration of one that is in use.
 * Throws SettingsError when that fails.
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
  // Also where nothing is to be done: a database of a newer release is refused there.
  await migrate(db, undefined, tell).finally(letOthersGoOn)
  return db
}

/** Throws Unusable for an empty database that could not store every letter. */
async function refuseNarrow(db: Db) {
  const isEmpty = !(await db.introspection.getTables()).length
  const narrow = isEmpty ? await narrowEncoding(db) : null
  if (narrow) throw new Unusable(narrow)
}

async function openEmbedded(dataDir: string, tell?: TellStep) {
  const file = join(dataDir, DATABASE_FILE)
  const isEmpty = !existsSync(file) || statSync(file).size === 0
  if (isEmpty) await refuseLostDatabase(diskFiles(resolve(dataDir, 'files')))
  // A server that runs would go on with tables that it does not know.
  else if (needsMigration(file)) refuseWhileOpen(file)
  const db = openDatabase(file)
  await migrate(db, undefined, tell)
  return db
}

/**
 * Throws Unusable when the storage holds files of this product, though there is no record: then the database is lost or the wrong
 * one, and a new installation in its place would let its backups push the good ones out.
 */
export async function refuseLostDatabase(files: FileStore) {
  for await (const { name } of files.list()) {
    if (isOwnName(name))
      throw new Unusable('there are files but no database: restore a backup, or remove the files to start afresh')
  }
}

/**
 * The database for calls and jobs once `db` is ready: on PostgreSQL another pool, whose statements may not take as long
 * as those of a start.
 */
export async function reopenForCalls({ databaseUrl }: Pick<Settings, 'databaseUrl'>, db: Db): Promise<Db> {
  if (!databaseUrl) return db
  await db.destroy()
  return openPostgresForCalls(databaseUrl)
}
