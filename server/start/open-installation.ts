import { keepPrivate } from '../auth/private-files.ts'
import { holdDataFolder, InUse } from '../db/engines/sole-use.ts'
import type { TellStep } from '../db/migrate.ts'
import type { Db } from '../db/schema.ts'
import type { Note } from '../integrations/asked.ts'
import type { FileStore } from '../integrations/files/store.ts'
import type { Settings } from '../settings/settings.ts'
import { SettingsError } from '../settings/settings-error.ts'
import { createFirstAdmin } from './first-admin.ts'
import { openConfiguredDatabase, refuseLostDatabase } from './open-configured.ts'
import { openFiles } from './open-files.ts'

export type Installation = {
  db: Db
  files: FileStore
  /** The administrator created because there was none. */
  firstAdmin: Awaited<ReturnType<typeof createFirstAdmin>>
  /** Releases the data folder; call it once the database is closed. */
  release: () => void
}

/**
 * Opens the configured installation for a process that may change all of it: nothing else may use the same data folder,
 * unless the data is in PostgreSQL. Creates the first administrator of an empty installation. Throws SettingsError.
 */
export async function openInstallation(settings: Settings, note?: Note, tell?: TellStep): Promise<Installation> {
  keepData(settings.dataDir)
  const release = settings.databaseUrl ? () => {} : hold(settings.dataDir)
  const db = await openConfiguredDatabase(settings, tell)
  const files = await openFiles(settings, note)
  await refuseLost(db, files, settings)
  return { db, files, firstAdmin: await createFirstAdmin(db, settings), release }
}

function keepData(dataDir: string) {
  try {
    keepPrivate(dataDir)
  } catch (error) {
    throw new SettingsError(`DATA_DIR: cannot keep data in ${dataDir} (${(error as Error).message})`)
  }
}

/** Throws SettingsError for a database without any administrator when files of this product exist. */
export async function refuseLost(db: Db, files: FileStore, { databaseUrl }: Pick<Settings, 'databaseUrl'>) {
  if (await db.selectFrom('admins').select('id').limit(1).executeTakeFirst()) return
  await refuseLostDatabase(files).catch((error: Error) => {
    throw new SettingsError(`${databaseUrl ? 'DATABASE_URL' : 'DATA_DIR'}: ${error.message}`)
  })
}

function hold(dataDir: string) {
  try {
    return holdDataFolder(dataDir)
  } catch (error) {
    if (error instanceof InUse) throw new SettingsError(`DATA_DIR: ${error.message}`)
    throw new SettingsError(`DATA_DIR: cannot keep data in ${dataDir} (${(error as Error).message})`)
  }
}
