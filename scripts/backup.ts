import { resolve } from 'node:path'
import { makeConfiguredBackup } from '../server/backup/configured-backup.ts'
import { readManifest } from '../server/backup/manifest.ts'
import { readSettings } from '../server/settings/settings.ts'
import { productVersion } from '../server/start/open-files.ts'

/** `npm run backup -- [folder]`: copies database and files while the server may be running, and checks the copy. */
try {
  const settings = readSettings(process.env)
  const folder = process.argv[2] ?? settings.backupDir
  if (!folder) throw new Error('please name a folder: npm run backup -- /where/to, or set BACKUP_DIR')
  const made = await makeConfiguredBackup({
    ...settings,
    folder: resolve(folder),
    version: productVersion(),
    at: new Date(),
  })
  const { records, files, missing } = await readManifest(made)
  const total = Object.values(records).reduce((sum, count) => sum + count, 0)
  console.log(`Made and checked ${made}: ${total} records, ${files.length} files.`)
  if (missing.length)
    console.log(`Missing from the storage, though records need them (${missing.length}): ${missing.join(', ')}`)
} catch (error) {
  console.error(`No backup was made: ${(error as Error).message}`)
  process.exit(1)
}
