import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runInChildProcess } from '../processes/child-process.ts'
import type { Settings } from '../settings/settings.ts'
import { DATABASE_FILE } from '../start/open-configured.ts'
import { openFiles } from '../start/open-files.ts'
import { makeBackup, unfinishedFolder } from './make-backup.ts'

/** What a backup needs from the settings, its destination folder, and the product's version. */
export type ConfiguredBackup = Pick<Settings, 'dataDir' | 'databaseUrl' | 's3'> & {
  folder: string
  version: string
  /** When it was requested, which is also its name. */
  at: Date
}

/**
 * Backs up the installation that the settings describe. Returns the new folder's path and throws as makeBackup does.
 */
export async function makeConfiguredBackup(backup: ConfiguredBackup) {
  const { dataDir, databaseUrl, s3, folder, version, at } = backup
  const files = await openFiles({ dataDir, s3 })
  return makeBackup({ database: databaseUrl ?? join(dataDir, DATABASE_FILE), dataDir, files, version }, folder, at)
}

/**
 * The same in a separate process, because copying and checking a large database would block every call, and because a
 * process can be stopped at any moment. Rejects with the reason of `signal` when that stops it, and leaves nothing
 * behind.
 */
export async function makeBackupInProcess(backup: Omit<ConfiguredBackup, 'at'>, signal: AbortSignal): Promise<string> {
  const at = new Date()
  const program = join(import.meta.dirname, 'backup.process.ts')
  try {
    // With our environment, which may say how to reach the database.
    return await runInChildProcess<ConfiguredBackup, string>(program, { ...backup, at }, { signal, env: process.env })
  } catch (error) {
    // It cleans up after itself unless it was stopped; another backup of the same second is not its own.
    if (signal.aborted) await rm(unfinishedFolder(backup.folder, at), { recursive: true, force: true })
    throw error
  }
}
