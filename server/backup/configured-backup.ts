import { join } from 'node:path'
import { DATABASE_FILE } from '../db/open-configured.ts'
import { openFiles } from '../open-files.ts'
import type { Settings } from '../settings.ts'
import { threadPool } from '../threads.ts'
import { makeBackup } from './make-backup.ts'

/** What a backup needs of the settings, the folder it goes to, and the version of the product. */
export type ConfiguredBackup = Pick<Settings, 'dataDir' | 'databaseUrl' | 's3' | 'backupKeep'> & {
  folder: string
  version: string
}

/** Backs up the installation that the settings describe. Returns the new folder's path and throws as makeBackup does. */
export async function makeConfiguredBackup(backup: ConfiguredBackup) {
  const { dataDir, databaseUrl, s3, backupKeep, folder, version } = backup
  const files = await openFiles({ dataDir, s3 })
  return makeBackup(
    { database: databaseUrl ?? join(dataDir, DATABASE_FILE), dataDir, files, version },
    folder,
    backupKeep,
  )
}

/** The same on a thread of its own, because checking a large database would block every call. */
export async function makeBackupOnThread(backup: ConfiguredBackup): Promise<string> {
  const pool = threadPool(join(import.meta.dirname, 'backup.worker.ts'), { threads: 1, idleTimeout: 0 })
  try {
    return await pool.run(backup, { name: 'make' })
  } finally {
    await pool.destroy()
  }
}
