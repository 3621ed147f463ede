import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolders } from '../../folders.ts'
import { SqliteError, SqliteFile } from './sqlite-file.ts'

/** In DATA_DIR, beside an embedded database. */
const LOCK_FILE = 'server.lock'
const RESTORE_LOCK = 'restore.lock'
/** Long enough for a server that is just closing its database. */
const LOCK_PATIENCE_MS = 2_000

/** Locks are released when nothing refers to them any more. */
const held = new Set<SqliteFile>()

/** Something else is using the data folder or the database. */
export class InUse extends Error {}

/**
 * Reserves `dataDir` for this process until the returned function is called, or the process ends in any way. Throws
 * InUse while another process has it. The lock is an SQLite file of its own, so commands that may run beside a server
 * can still open the database.
 */
export const holdDataFolder = (dataDir: string) => hold(dataDir, LOCK_FILE, 'process')

/** The same for restores and checks of backups, which may run beside a server. */
export const holdForRestore = (dataDir: string) => hold(dataDir, RESTORE_LOCK, 'restore or check of a backup')

function hold(dataDir: string, file: string, what: string): () => void {
  makeFolders(dataDir, 0o700)
  const lock = new SqliteFile(join(dataDir, file), { timeout: LOCK_PATIENCE_MS })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (!isTaken(error)) throw error
    throw new InUse(`another ${what} is already using ${dataDir}`)
  }
  held.add(lock)
  return () => {
    held.delete(lock)
    lock.close()
  }
}

/** Throws InUse while something has the database file open, and SQLite's own error if it cannot be used at all. */
export function refuseWhileOpen(file: string) {
  // Closing the only connection also moves the write-ahead log into the database file.
  const database = new SqliteFile(file, { timeout: 500, mustExist: true })
  try {
    database.exec('pragma locking_mode = EXCLUSIVE')
    database.exec('begin exclusive; commit')
    database.exec('pragma journal_mode = DELETE')
  } catch (error) {
    if (!isTaken(error)) throw error
    throw new InUse('the database is in use: please stop the server first')
  } finally {
    database.close()
  }
}

/** The same, but ignores a damaged file: that is what backups are for. */
export function refuseWhileOpenUnlessDamaged(file: string) {
  try {
    if (existsSync(file)) refuseWhileOpen(file)
  } catch (error) {
    if (!failedWith(error, /^SQLITE_(NOTADB|CORRUPT)/)) throw error
  }
}

const isTaken = (error: unknown) => failedWith(error, /^SQLITE_(BUSY|LOCKED)/)
const failedWith = (error: unknown, codes: RegExp) => error instanceof SqliteError && codes.test(error.code)
