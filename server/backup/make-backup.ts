import { createHash } from 'node:crypto'
import { chmod, copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { copyTables } from '../db/copy-tables.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { DATABASE_FILE } from '../db/open-configured.ts'
import { openPostgres } from '../db/open-postgres.ts'
import { namesInUse } from '../files-sweep.ts'
import type { FileStore } from '../outside/files/store.ts'
import { removeAbandoned } from './abandoned.ts'
import { checkBackup, SCRATCH } from './check-backup.ts'
import { FILES, KEY, MANIFEST, type Manifest, passOverMissing } from './manifest.ts'

const UNFINISHED = '.part'
const MAX_ATTEMPTS = 3
/** What backups and checks leave when they are killed. */
const LEFT = new RegExp(`^(backup-.*\\.part|${SCRATCH}.*)$`)

/** `database` is the file of the embedded database or the URL of PostgreSQL. */
type From = { database: string; dataDir: string; files: FileStore; version: string }

/**
 * Copies database and files into a new folder below `folder` while the server may be running, checks the copy by
 * restoring it, and removes all but the newest `keep` backups. Returns the new folder's path. Throws when the copy or
 * the check fails; the unfinished folder is then removed.
 */
export async function makeBackup(from: From, folder: string, keep: number, at = new Date()): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeAbandoned(folder, LEFT)
  const unfinished = unfinishedFolder(folder, at)
  const finished = unfinished.slice(0, -UNFINISHED.length)
  await mkdir(unfinished, { mode: 0o700 })
  try {
    await copyAll(from, unfinished, at)
    // Within it, so that there is one folder to remove when this process is stopped.
    await checkBackup(unfinished, unfinished)
    await rename(unfinished, finished)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
  await forgetOldest(folder, keep)
  return finished
}

/** Where a backup that was asked for at this time is made, until it is finished. */
export const unfinishedFolder = (folder: string, at: Date) =>
  join(folder, `backup-${at.toISOString().replaceAll(':', '-').slice(0, 19)}${UNFINISHED}`)

/** The folders of the finished backups below `folder`, newest first. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const finished = names.filter((name) => name.startsWith('backup-') && !name.endsWith(UNFINISHED))
  return finished
    .sort()
    .reverse()
    .map((name) => join(folder, name))
}

async function copyAll({ database, dataDir, files, version }: From, folder: string, at: Date) {
  // The generated application key, so that callers can go on using it.
  await copyFile(join(dataDir, KEY), join(folder, KEY)).catch(passOverMissing)
  for (let attempts = 1; ; attempts++) {
    await copyDatabase(database, join(folder, DATABASE_FILE))
    const copied = await copyFiles(join(folder, DATABASE_FILE), files, folder)
    // A file may be replaced between copying its row and copying the file: the next attempt finds the new one.
    if (copied.missing.length && attempts < MAX_ATTEMPTS) continue
    const manifest: Manifest = { version, at: at.toISOString(), ...copied }
    await writeFile(join(folder, MANIFEST), JSON.stringify(manifest, null, 2), { mode: 0o600 })
    return
  }
}

async function copyDatabase(from: string, to: string) {
  if (URL.canParse(from)) return copyFromPostgres(from, to)
  // A second attempt finds the first one's file.
  await rm(to, { force: true })
  const source = new Database(from, { readonly: true, fileMustExist: true })
  try {
    // One read transaction. SQLite's own backup starts again with each write, so under a stream of writes it never ends.
    source.prepare('vacuum into ?').run(to)
  } finally {
    source.close()
  }
  await chmod(to, 0o600)
}

async function copyFromPostgres(from: string, to: string) {
  // A second attempt finds the first one's file.
  await rm(to, { force: true })
  const [source, copy] = [openPostgres(from, 1), openDatabase(to)]
  try {
    await migrate(copy)
    const reading = source.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
    await reading.execute((source) => copyTables(source, copy))
  } finally {
    await source.destroy()
    await copy.destroy()
  }
}

async function copyFiles(database: string, files: FileStore, folder: string) {
  const db = openDatabase(database)
  try {
    const kept: Manifest['files'] = []
    const missing: string[] = []
    for (const name of await namesInUse(db)) {
      const content = await files.read(name)
      if (!content) {
        missing.push(name)
        continue
      }
      await mkdir(dirname(join(folder, FILES, name)), { recursive: true })
      await writeFile(join(folder, FILES, name), content, { mode: 0o600 })
      kept.push({ name, bytes: content.byteLength, sha256: createHash('sha256').update(content).digest('hex') })
    }
    const counts = await db.selectFrom('record_counts').select(['table_name', 'active', 'deleted']).execute()
    const records = Object.fromEntries(counts.map((row) => [row.table_name, row.active + row.deleted]))
    return { files: kept, missing, records }
  } finally {
    await db.destroy()
  }
}

async function forgetOldest(folder: string, keep: number) {
  for (const old of (await listBackups(folder)).slice(keep)) await rm(old, { recursive: true })
}
