import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { DATABASE } from '../db/open-data.ts'
import { openFiles } from '../open-files.ts'
import type { Settings } from '../settings.ts'
import { makeBackup } from './make-backup.ts'

/** A backup as the settings want it. */
export type SettledBackup = Pick<Settings, 'dataDir' | 'databaseUrl' | 's3' | 'backupKeep'> & {
  folder: string
  version: string
}

/** Makes a backup of what the settings name. Throws as makeBackup does. */
export async function makeSettledBackup(backup: SettledBackup) {
  const { dataDir, databaseUrl, s3, backupKeep, folder, version } = backup
  const files = await openFiles({ dataDir, s3 })
  return makeBackup({ database: databaseUrl ?? join(dataDir, DATABASE), dataDir, files, version }, folder, backupKeep)
}

/** The same on a thread of its own: checking a large database would hold up all calls. */
export const makeBackupApart = (backup: SettledBackup) =>
  new Promise<string>((resolve, reject) => {
    const worker = new Worker(join(import.meta.dirname, 'backup.worker.ts'), { workerData: backup })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the backup ended early')))
  })
