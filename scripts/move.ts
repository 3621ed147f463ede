import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { moveInstallation } from '../server/backup/move.ts'
import { refuseWhileOpen } from '../server/backup/restore-backup.ts'
import { openDatabase } from '../server/db/open.ts'
import { DATABASE_FILE } from '../server/db/open-configured.ts'
import { openPostgres } from '../server/db/open-postgres.ts'
import { openFiles } from '../server/open-files.ts'
import { diskFiles } from '../server/outside/files/disk.ts'
import { keepPrivate } from '../server/secrets/private-files.ts'
import { readSettings } from '../server/settings.ts'

/**
 * `npm run move -- --to postgres://…`: copies what DATA_DIR holds to PostgreSQL, and its files to S3 where that is set.
 * DATABASE_URL says the same as --to, and keeps a password out of the list of processes.
 */
try {
  const { values } = parseArgs({ options: { to: { type: 'string' } } })
  const { databaseUrl, dataDir, s3 } = readSettings({ ...process.env, ...(values.to && { DATABASE_URL: values.to }) })
  if (!databaseUrl) throw new Error('please say where to: npm run move -- --to postgres://user@host/database')
  const file = join(dataDir, DATABASE_FILE)
  if (!existsSync(file)) throw new Error(`there is no database in ${dataDir}; DATA_DIR names the folder to move`)
  keepPrivate(dataDir)
  refuseWhileOpen(file)
  const files = diskFiles(resolve(dataDir, 'files'))
  const from = { db: openDatabase(file), files }
  const to = { db: openPostgres(databaseUrl), files: s3 ? await openFiles({ s3, dataDir }) : files }
  await moveInstallation(from, to, console.log)
  await from.db.destroy()
  await to.db.destroy()
  console.log(`\nMoved. Start the server with DATABASE_URL from now on; ${file} is as it was.`)
} catch (error) {
  console.error(`Not moved, and nothing was changed here: ${(error as Error).message}`)
  console.error('What has arrived already is kept, and the same command goes on from there.')
  process.exit(1)
}
