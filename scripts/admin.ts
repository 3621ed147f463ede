import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { keepPrivate } from '../server/auth/private-files.ts'
import { runAdminCommand } from '../server/resources/administrators/by-command.service.ts'
import { readSettings } from '../server/settings/settings.ts'
import { DATABASE_FILE, openConfiguredDatabase } from '../server/start/open-configured.ts'
import { openFiles } from '../server/start/open-files.ts'
import { refuseLost } from '../server/start/open-installation.ts'

/**
 * `npm run admin -- list | add EMAIL | reset EMAIL | deactivate EMAIL | activate EMAIL`, while the server runs or not.
 */
try {
  const settings = readSettings(process.env)
  const { databaseUrl, dataDir, publicUrl } = settings
  if (!databaseUrl && !existsSync(join(dataDir, DATABASE_FILE))) {
    throw new Error(`there is no database in ${dataDir}; DATA_DIR names its folder`)
  }
  keepPrivate(dataDir)
  const db = await openConfiguredDatabase(settings)
  try {
    await refuseLost(db, await openFiles(settings), settings)
    console.log(await runAdminCommand({ db, publicUrl }, process.argv.slice(2)))
  } finally {
    await db.destroy()
  }
} catch (error) {
  console.error(`Nothing was changed: ${(error as Error).message}`)
  process.exit(1)
}
