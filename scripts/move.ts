import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { keepPrivate } from '../server/auth/private-files.ts'
import { moveInstallation } from '../server/backup/move.ts'
import { openDatabase } from '../server/db/engines/open.ts'
import { openPostgres } from '../server/db/engines/open-postgres.ts'
import { holdDataFolder, refuseWhileOpen } from '../server/db/engines/sole-use.ts'
import { hasMark, setMark } from '../server/db/migrate.ts'
import { diskFiles } from '../server/integrations/files/disk.ts'
import { readSettings, type Settings } from '../server/settings/settings.ts'
import { DATABASE_FILE } from '../server/start/open-configured.ts'
import { openFiles } from '../server/start/open-files.ts'

/**
 * `npm run move -- --to postgres://…`: copies what DATA_DIR holds to PostgreSQL, and its files to S3 where that is set.
 * DATABASE_URL says the same as --to, and keeps a password out of the list of processes. Nobody else can open the
 * database meanwhile, and afterwards no server starts on it until `npm run move -- --back`.
 */
try {
  const { values } = parseArgs({ options: { to: { type: 'string' }, back: { type: 'boolean' } } })
  const settings = readSettings({ ...process.env, ...(values.to && { DATABASE_URL: values.to }) })
  const { dataDir } = settings
  const file = join(dataDir, DATABASE_FILE)
  if (!values.back && !settings.databaseUrl)
    throw new Error('please say where to: npm run move -- --to postgres://user@host/database')
  if (!existsSync(file)) throw new Error(`there is no database in ${dataDir}; DATA_DIR names the folder to move`)
  keepPrivate(dataDir)
  holdDataFolder(dataDir)
  refuseWhileOpen(file)
  const db = openDatabase(file, { alone: true })
  if (values.back) await takeBack()
  else await move(settings.databaseUrl ?? '', settings)
  await db.destroy()

  async function takeBack() {
    if (!(await hasMark(db, 'moved away'))) throw new Error(`the data in ${file} has not been moved`)
    await setMark(db, 'moved away', false)
    console.log(`Servers can start on ${file} again. It lacks what has been saved in PostgreSQL since the move.`)
  }
  async function move(databaseUrl: string, { s3 }: Settings) {
    const files = diskFiles(resolve(dataDir, 'files'))
    const to = { db: openPostgres(databaseUrl), files: s3 ? await openFiles({ s3, dataDir }) : files }
    await moveInstallation({ db, files }, to, console.log)
    await to.db.destroy()
    console.log(`\nMoved. Start the server with DATABASE_URL from now on; servers no longer start on ${file}.`)
    console.log('To go back to it: npm run move -- --back')
  }
} catch (error) {
  console.error(`Not moved, and nothing was changed here: ${(error as Error).message}`)
  process.exit(1)
}
