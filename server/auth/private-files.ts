import { chmodSync, type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolders } from '../folders.ts'

/**
 * Keeps this process's files private from other users of the machine (folders 700, files 600), and closes the data
 * folder and its contents. Where the file system does not allow that, as on some mounted volumes, nothing changes.
 */
export function keepPrivate(dataDir: string) {
  process.umask(0o077)
  let entries: Dirent[] = []
  try {
    makeFolders(dataDir)
    entries = readdirSync(dataDir, { withFileTypes: true })
  } catch {
    // Opening the database reports problems with the folder; anything but a folder may be public, like /dev/null.
    return
  }
  close(dataDir, 0o700)
  for (const entry of entries) close(join(dataDir, entry.name), entry.isDirectory() ? 0o700 : 0o600)
}

function close(path: string, mode: number) {
  try {
    chmodSync(path, mode)
  } catch {
    // Owned by someone else, or a file system without modes.
  }
}
