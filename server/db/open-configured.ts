import { join } from 'node:path'
import { type Settings, SettingsError } from '../settings.ts'
import { isBeingFilled, migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import { openPostgres, openPostgresForCalls } from './open-postgres.ts'
import type { Db } from './schema.ts'

/** The file name of the embedded database. */
export const DATABASE_FILE = 'back-office.db'

/** Opens the database that the settings name and migrates it. Throws SettingsError when that fails. */
export async function openConfiguredDatabase({
  dataDir,
  databaseUrl,
}: Pick<Settings, 'dataDir' | 'databaseUrl'>): Promise<Db> {
  try {
    const db = databaseUrl ? openPostgres(databaseUrl) : openDatabase(join(dataDir, DATABASE_FILE))
    await migrate(db)
    if (await isBeingFilled(db)) throw new Error('a move to this database has not ended; npm run move goes on with it')
    return db
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    // The URL may contain a password, so it is not repeated.
    if (databaseUrl) throw new SettingsError(`DATABASE_URL: the database cannot be used (${code ?? message})`)
    throw new SettingsError(`DATA_DIR: cannot keep data in ${dataDir} (${message})`)
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
