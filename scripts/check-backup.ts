import { resolve } from 'node:path'
import { keepPrivate } from '../server/auth/private-files.ts'
import { checkBackup } from '../server/backup/check-backup.ts'
import { beginRestore } from '../server/backup/restore-backup.ts'
import { readSettings } from '../server/settings/settings.ts'

/** `npm run check-backup -- folder`: checks a backup as a restore would, and changes nothing. */
const [, , folder] = process.argv
try {
  const { dataDir } = readSettings(process.env)
  if (!folder) throw new Error('please name the backup: npm run check-backup -- /where/backup-2026-01-31T08-00-00')
  keepPrivate(dataDir)
  await beginRestore(dataDir)
  const { at, records, files, missing, database } = await checkBackup(resolve(folder), dataDir)
  const total = Object.values(records).reduce((sum, count) => sum + count, 0)
  console.log(`The backup of ${at} is sound: ${total} records, ${files.length} files.`)
  if (!database) console.log('It has no checksum of its database, as it was made by an earlier release.')
  if (missing.length)
    console.log(`Files that records need were missing when it was made (${missing.length}): ${missing.join(', ')}`)
} catch (error) {
  console.error(`The backup cannot be restored: ${(error as Error).message}`)
  process.exit(1)
}
