import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { copiedTables, copyTables } from '../db/copy-tables.ts'
import { openDatabase } from '../db/engines/open.ts'
import { openPostgres } from '../db/engines/open-postgres.ts'
import { SqliteFile } from '../db/engines/sqlite-file.ts'
import { migrate, refuseUnusable } from '../db/migrate.ts'
import { removeAbandoned } from '../housekeeping/abandoned.ts'
import { namesInForce, namesInUse } from '../housekeeping/files-sweep.ts'
import type { FileStore } from '../integrations/files/store.ts'
import { makeFolder } from '../start/make-folder.ts'
import { DATABASE_FILE } from '../start/open-configured.ts'
import { checkBackup, SCRATCH } from './check-backup.ts'
import { checksumOf } from './checksums.ts'
import { backupName } from './finished-backups.ts'
import { findInstallation } from './installation.ts'
import { FILES, KEY, MANIFEST, MANIFEST_FORMAT, type Manifest, passOverMissing } from './manifest.ts'

const UNFINISHED = '.part'
const MAX_ATTEMPTS = 3
/** The contents of a backup's folder in progress; a folder with anything else is left alone. */
const OWN_CONTENT = new RegExp(`^(${DATABASE_FILE}(-wal|-shm|-journal)?|${KEY}|${FILES}|${MANIFEST}|${SCRATCH}\\w+)$`)

/** `database` is the file of the embedded database or the URL of PostgreSQL. */
type From = { database: string; dataDir: string; files: FileStore; version: string }

/**
 * Copies database and files into a new folder below `folder`, even while the server runs, and checks the copy: restores
 * its database and compares the rows with the original, and its files with their checksums. Returns the new folder's
 * path. Throws if the copy or the check fails; the unfinished folder is then removed.
 */
export async function makeBackup(from: From, folder: string, at = new Date()): Promise<string> {
  makeFolder(folder, 'backups')
  const unfinished = unfinishedFolder(folder, at)
  await mkdir(unfinished, { mode: 0o700 })
  try {
    await copyAll(from, unfinished, at)
    // Inside it, so that there is one folder to remove when this process is stopped.
    await checkBackup(unfinished, unfinished)
    const finished = freeFolder(folder, at)
    await rename(unfinished, finished)
    return finished
  } catch (thrown) {
    const error = thrown as NodeJS.ErrnoException
    await rm(unfinished, { recursive: true, force: true })
    throw isFull(error) ? new Error(`the disk of the backups (${folder}) is full`, { cause: error }) : error
  }
}

/** The name of the finished backup: another may have been made in the same second. */
function freeFolder(folder: string, at: Date): string {
  const path = join(folder, backupName(at))
  return existsSync(path) ? freeFolder(folder, new Date(at.getTime() + 1000)) : path
}

const isFull = ({ code = '' }: { code?: string }) => ['SQLITE_FULL', 'ENOSPC', 'EDQUOT'].includes(code)

/** Where a backup requested at this time is made until it is finished. */
export const unfinishedFolder = (folder: string, at: Date) => join(folder, `${backupName(at)}${UNFINISHED}`)

/** Removes what backups killed over a day ago have left in `folder`. */
export const removeKilledBackups = (folder: string) =>
  removeAbandoned(folder, /^backup-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.part$/, async (path) =>
    (await readdir(path)).every((name) => OWN_CONTENT.test(name)),
  )

async function copyAll({ database, dataDir, files, version }: From, folder: string, at: Date) {
  // The generated application key, so that callers can keep using it.
  await copyFile(join(dataDir, KEY), join(folder, KEY)).catch(passOverMissing)
  const copied = new Map<string, Manifest['files'][number]>()
  for (let attempts = 1; ; attempts++) {
    const records = await copyDatabase(database, join(folder, DATABASE_FILE))
    const { kept, missing, installation } = await copyFiles(join(folder, DATABASE_FILE), files, folder, copied)
    // A file may be replaced between copying its row and copying the file: the next attempt finds the new one.
    if (missing.length && attempts < MAX_ATTEMPTS) continue
    const key = await checksumOf(join(folder, KEY)).catch(passOverMissing)
    const manifest: Manifest = {
      format: MANIFEST_FORMAT,
      version,
      installation,
      at: at.toISOString(),
      records,
      database: await checksumOf(join(folder, DATABASE_FILE)),
      ...(key && { key }),
      files: kept,
      missing,
    }
    await writeFile(join(folder, MANIFEST), JSON.stringify(manifest, null, 2), { mode: 0o600 })
    return
  }
}

/** Copies the database as of one moment; resolves to each table's number of rows at that moment. */
async function copyDatabase(from: string, to: string): Promise<Manifest['records']> {
  // A second attempt finds the file of the first.
  await rm(to, { force: true })
  return URL.canParse(from) ? copyFromPostgres(from, to) : copyFromFile(from, to)
}

/** Throws if the database lacks tables, before SQL would say so less clearly. */
function refuseIncomplete(tables: string[]) {
  const missing = copiedTables.filter(({ table }) => !tables.includes(table))
  if (missing.length === copiedTables.length) throw new Error('the database is empty: no server has started on it yet')
  if (missing.length)
    throw new Error(
      'the database is from an earlier release: make the backup with that release, or start the server once',
    )
}

async function copyFromFile(from: string, to: string) {
  if (!existsSync(from)) throw new Error(`there is no database ${from}`)
  const source = new SqliteFile(from, { readonly: true })
  try {
    refuseIncomplete(source.column<string>('select name from sqlite_master'))
    // One read transaction for the counts and the copy: without it SQLite would start over at each write.
    source.exec('begin')
    const records = Object.fromEntries(
      copiedTables.map(({ table }) => [table, source.column<number>(`select count(*) from ${table}`)[0] ?? 0]),
    )
    await source.backup(to)
    await chmod(to, 0o600)
    return records
  } finally {
    source.close()
  }
}

async function copyFromPostgres(from: string, to: string) {
  const [source, copy] = [openPostgres(from, 1), openDatabase(to)]
  const records: Manifest['records'] = {}
  try {
    await migrate(copy)
    const reading = source.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
    await reading.execute(async (source) => {
      refuseIncomplete((await source.introspection.getTables()).map(({ name }) => name))
      await refuseUnusable(source)
      await copyTables(source, copy, (table, { rows }) => (records[table] = rows))
    })
    return records
  } finally {
    await source.destroy()
    await copy.destroy()
  }
}

/**
 * Copies the files named by rows and changes that are not in `copied` yet. What a change has replaced may rightly be
 * gone, so only files that records need count as missing.
 */
async function copyFiles(
  database: string,
  files: FileStore,
  folder: string,
  copied: Map<string, Manifest['files'][number]>,
) {
  const db = openDatabase(database)
  try {
    await refuseUnusable(db)
    const needed = await namesInForce(db)
    const missing: string[] = []
    const kept: Manifest['files'] = []
    for (const name of await namesInUse(db)) {
      const file = copied.get(name) ?? (await copyOne(name, files, folder))
      if (file) {
        copied.set(name, file)
        kept.push(file)
      } else if (needed.has(name)) missing.push(name)
    }
    return { kept, missing, installation: await findInstallation(db) }
  } finally {
    await db.destroy()
  }
}

async function copyOne(name: string, files: FileStore, folder: string) {
  const content = await files.read(name)
  if (!content) return undefined
  await mkdir(dirname(join(folder, FILES, name)), { recursive: true })
  await writeFile(join(folder, FILES, name), content, { mode: 0o600 })
  return { name, bytes: content.byteLength, sha256: createHash('sha256').update(content).digest('hex') }
}
