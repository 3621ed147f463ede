import { chmodSync, type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolders } from '../folders.ts'

/**
 * Keeps what this process writes from the other users of the machine (folders 700, files 600), and closes the data
 * folder and what lies in it. Where the file system does not allow that, as on some mounted volumes, it stays as it is.
 */
export function keepPrivate(dataDir: string) {
  process.umask(0o077)
  let entries: Dirent[] = []
  try {
    makeFolders(dataDir)
    entries = readdirSync(dataDir, { withFileTypes: true })
  } catch {
    // Opening the database will report what is wrong with the folder.
  }
  close(dataDir, 0o700)
  for (const entry of entries) close(join(dataDir, entry.name), entry.isDirectory() ? 0o700 : 0o600)
}

function close(path: string, mode: number) {
  try {
    chmodSync(path, mode)
  } catch {
    // Somebody else's, or a file system without modes.
  }
}
