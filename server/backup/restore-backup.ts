import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdtemp, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '../db/engines/open.ts'
import { openPostgres } from '../db/engines/open-postgres.ts'
import { holdDataFolder, holdForRestore, refuseWhileOpenUnlessDamaged } from '../db/engines/sole-use.ts'
import { migrate, setMark } from '../db/migrate.ts'
import type { Db } from '../db/schema.ts'
import { makeFolders } from '../folders.ts'
import { removeAbandoned } from '../housekeeping/abandoned.ts'
import { diskFiles } from '../integrations/files/disk.ts'
import { erasedIds, type FileStore } from '../integrations/files/store.ts'
import { makeFolder } from '../start/make-folder.ts'
import { DATABASE_FILE } from '../start/open-configured.ts'
import { becomeInstallation, findInstallationIn, forgetInstallation } from './installation.ts'
import { FILES, KEY, type Manifest } from './manifest.ts'
import { copyInstallation } from './move.ts'
import { swapIn } from './swap-in.ts'
import { findActive, voidSecrets } from './void-secrets.ts'

/** What SQLite keeps beside a database, and would apply to another that takes its place. */
const LOGS = ['-journal', '-wal', '-shm']

/** The names made by mkdtemp, and the copies made by stageCopies. */
const UNFINISHED = /^((check|restore)-[A-Za-z0-9]{6}|(back-office\.db|api-key)\.part)$/
const IN_SCRATCH = new RegExp(`^${DATABASE_FILE}(-wal|-shm|-journal)?$`)

/**
 * Begins a restore into `dataDir`, or the check of a backup there: locks others out until this process ends, and
 * removes leftovers of killed ones. Throws InUse while another one runs.
 */
export async function beginRestore(dataDir: string) {
  makeFolder(dataDir, 'data')
  const release = holdForRestore(dataDir)
  const isOurs = async (path: string) =>
    !(await stat(path)).isDirectory() || (await readdir(path)).every((name) => IN_SCRATCH.test(name))
  await removeAbandoned(dataDir, UNFINISHED, isOurs, 0)
  return release
}

/** What a restore has done. */
type Restored = {
  /** The path of the previous database, if there was one. */
  kept?: string | undefined
  /** The addresses of the administrators who can sign in now, and those among them who could not before. */
  active: string[]
  activeAgain: string[]
  /** How many program keys have ended. */
  keys: number
  /** The hosts of the webhooks that were paused. */
  webhooks: string[]
  /** How many people were erased again because they had been erased after the backup was made. */
  erasedAgain: number
}

/** Erases again those of these people who are not erased in an up-to-date database. Resolves to how many there were. */
type EraseAgain = (db: Db, ids: string[]) => Promise<number>

/**
 * Replaces the contents of `dataDir` and `files` with a backup. Everything is prepared beside the current data and
 * swapped in last; after any failure the installation is as it was. The existing database and key are kept under names
 * with the time. The backup's sessions, codes and links are void. Throws while a server has it open.
 */
export async function restoreBackup(
  folder: string,
  manifest: Manifest,
  dataDir: string,
  files: FileStore,
  eraseAgain?: EraseAgain,
): Promise<Restored> {
  const release = holdDataFolder(dataDir)
  try {
    refuseWhileOpenUnlessDamaged(join(dataDir, DATABASE_FILE))
    return await putBack(folder, manifest, { dataDir, files, eraseAgain })
  } finally {
    release()
  }
}

type Into = { dataDir: string; files: FileStore; eraseAgain?: EraseAgain | undefined }

async function putBack(folder: string, manifest: Manifest, { dataDir, files, eraseAgain }: Into): Promise<Restored> {
  const current = join(dataDir, DATABASE_FILE)
  const replaces = existsSync(current)
  const activeBefore = findActive(current)
  const [database, key] = await stageCopies(folder, manifest, dataDir, files)
  const before = `.before-${new Date().toISOString().replaceAll(':', '-').slice(0, 19)}`
  const kept = `${current}${before}`
  const currentKey = join(dataDir, KEY)
  try {
    const { active, ...ended } = voidSecrets(database)
    const erasedAgain = await eraseIn(database, files, eraseAgain)
    await swapIn([
      ...LOGS.map((log) => ({ path: `${current}${log}`, next: undefined, kept: `${kept}${log}` })),
      { path: current, next: database, kept },
      ...(key ? [{ path: currentKey, next: key, kept: `${currentKey}${before}` }] : []),
    ])
    const activeAgain = activeBefore ? active.filter((email) => !activeBefore.includes(email)) : []
    return { kept: replaces ? kept : undefined, active, activeAgain, erasedAgain, ...ended }
  } catch (error) {
    await removeCopies(database, key)
    throw error
  }
}

/** Brings a database up to date and erases people in it again. */
async function eraseIn(database: string, files: FileStore, eraseAgain?: EraseAgain) {
  const ids = eraseAgain ? await erasedIds(files) : []
  if (!eraseAgain || !ids.length) return 0
  const db = openDatabase(database)
  try {
    await migrate(db)
    return await eraseAgain(db, ids)
  } finally {
    await db.destroy()
  }
}

/**
 * Restores a backup into PostgreSQL and `files`; the database must be empty. What restoreBackup voids is void here too.
 * Throws as copyInstallation does.
 */
export async function restoreToPostgres(
  folder: string,
  url: string,
  { dataDir, files, eraseAgain }: Into,
  report: (line: string) => void,
): Promise<Restored> {
  makeFolders(dataDir, 0o700)
  const scratch = await mkdtemp(join(dataDir, 'restore-'))
  const to = openPostgres(url)
  try {
    await copyFile(join(folder, DATABASE_FILE), join(scratch, DATABASE_FILE))
    const { active, ...ended } = voidSecrets(join(scratch, DATABASE_FILE))
    const from = openDatabase(join(scratch, DATABASE_FILE))
    await copyInstallation(
      { db: from, files: diskFiles(join(folder, FILES)) },
      { db: to, files },
      report,
      'being restored',
    ).finally(() => from.destroy())
    await forgetInstallation(to)
    const erasedAgain = eraseAgain ? await eraseAgain(to, await erasedIds(files)) : 0
    await setMark(to, 'being restored', false)
    return { active, activeAgain: [], erasedAgain, ...ended }
  } finally {
    await to.destroy()
    await rm(scratch, { recursive: true })
  }
}

/**
 * Stores a backup's files, whose names nothing else ever gets, and durably copies its database and key to new names in
 * `dataDir`; resolves to these paths. On failure, the two copies are removed.
 */
async function stageCopies(folder: string, manifest: Manifest, dataDir: string, files: FileStore) {
  makeFolders(dataDir, 0o700)
  for (const { name } of manifest.files) {
    await files.put(name, new Blob([await readFile(join(folder, FILES, name))]))
  }
  const database = join(dataDir, `${DATABASE_FILE}.part`)
  const key = join(dataDir, `${KEY}.part`)
  try {
    await copyDurably(join(folder, DATABASE_FILE), database)
    // A restore elsewhere must not remove the original's backups.
    becomeInstallation(database, findInstallationIn(join(dataDir, DATABASE_FILE)))
    const hasKey = existsSync(join(folder, KEY))
    if (hasKey) await copyDurably(join(folder, KEY), key)
    return [database, hasKey ? key : undefined] as const
  } catch (error) {
    await removeCopies(database, key)
    throw error
  }
}

// The original failure must be reported.
async function removeCopies(...paths: (string | undefined)[]) {
  for (const path of paths) if (path) await rm(path, { force: true }).catch(() => {})
}

async function copyDurably(from: string, to: string) {
  await copyFile(from, to)
  await chmod(to, 0o600)
  const copied = await open(to, 'r+')
  try {
    await copied.sync()
  } finally {
    await copied.close()
  }
}
