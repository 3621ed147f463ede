import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, open, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { openDatabase } from '../db/open.ts'
import { DATABASE_FILE } from '../db/open-configured.ts'
import { openPostgres } from '../db/open-postgres.ts'
import { diskFiles } from '../outside/files/disk.ts'
import type { FileStore } from '../outside/files/store.ts'
import { FILES, KEY, type Manifest, passOverMissing } from './manifest.ts'
import { moveInstallation } from './move.ts'

/**
 * Replaces the contents of `dataDir` and `files` by a backup. The existing database is kept under a name with the
 * time; returns that path, or undefined if there was none. Throws while a server has it open.
 */
export async function restoreBackup(folder: string, manifest: Manifest, dataDir: string, files: FileStore) {
  const current = join(dataDir, DATABASE_FILE)
  let kept: string | undefined
  if (existsSync(current)) {
    refuseWhileOpen(current)
    kept = `${current}.before-${new Date().toISOString().replaceAll(':', '-').slice(0, 19)}`
    await rename(current, kept)
  }
  await copyBack(folder, manifest, dataDir, files)
  return kept
}

/** Restores a backup into PostgreSQL and `files`; the database must be empty. Throws as moveInstallation does. */
export async function restoreToPostgres(folder: string, url: string, files: FileStore, report: (line: string) => void) {
  const scratch = await mkdtemp(join(tmpdir(), 'restore-'))
  const to = openPostgres(url)
  try {
    await copyFile(join(folder, DATABASE_FILE), join(scratch, DATABASE_FILE))
    const from = openDatabase(join(scratch, DATABASE_FILE))
    await moveInstallation({ db: from, files: diskFiles(join(folder, FILES)) }, { db: to, files }, report).finally(() =>
      from.destroy(),
    )
  } finally {
    await to.destroy()
    await rm(scratch, { recursive: true })
  }
}

/** Copies files before the database, so that no row names a missing file. */
export async function copyBack(folder: string, manifest: Manifest, dataDir: string, files: FileStore) {
  await mkdir(dataDir, { recursive: true })
  for (const { name } of manifest.files) {
    await files.put(name, new Blob([await readFile(join(folder, FILES, name))]))
  }
  await copyFile(join(folder, KEY), join(dataDir, KEY)).catch(passOverMissing)
  const unfinished = join(dataDir, `${DATABASE_FILE}.part`)
  await copyFile(join(folder, DATABASE_FILE), unfinished)
  const copied = await open(unfinished, 'r+')
  try {
    await copied.sync()
  } finally {
    await copied.close()
  }
  await rename(unfinished, join(dataDir, DATABASE_FILE))
}

/** Throws while a server has the database file open. */
export function refuseWhileOpen(file: string) {
  // Closing the only connection also moves the write-ahead log into the database file.
  const database = new Database(file, { timeout: 500 })
  try {
    database.pragma('locking_mode = EXCLUSIVE')
    database.exec('begin exclusive; commit')
    database.pragma('journal_mode = DELETE')
  } catch {
    throw new Error('the database is in use: please stop the server first')
  } finally {
    database.close()
  }
}
