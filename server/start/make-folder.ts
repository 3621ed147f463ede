import { accessSync, constants } from 'node:fs'
import { makeFolders } from '../folders.ts'
import type { Settings } from '../settings/settings.ts'
import { SettingsError } from '../settings/settings-error.ts'

/** Makes the folder for `content` if it is missing. Throws a one-line Error if nothing can be stored in it. */
export function makeFolder(folder: string, content: string) {
  try {
    makeFolders(folder, 0o700)
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new Error(`cannot keep ${content} in ${folder} (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** Makes the folder of scheduled backups, if there are any. Throws SettingsError if nothing can be stored in it. */
export function makeBackupFolder({ backupDir }: Pick<Settings, 'backupDir'>) {
  try {
    if (backupDir !== undefined) makeFolder(backupDir, 'backups')
  } catch (error) {
    throw new SettingsError(`BACKUP_DIR: ${(error as Error).message}`)
  }
}
