import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { DATABASE_FILE } from '../db/open-configured.ts'
import type { Db } from '../db/schema.ts'
import { diskFiles } from '../outside/files/disk.ts'
import type { FileStore } from '../outside/files/store.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { copyBack } from './restore-backup.ts'

/** How the names of the folders begin in which backups are checked. */
export const SCRATCH = 'check-'

/**
 * Restores the backup in `folder` into a new folder below `scratchIn` and checks it there: the database is intact and can be migrated,
 * holds as many records as the manifest says, and every file has its content. The folder for temporary files of the
 * system may be memory, so it is not used. Throws an Error that says what is wrong.
 */
export async function checkBackup(folder: string, scratchIn: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  await mkdir(scratchIn, { recursive: true, mode: 0o700 })
  const scratch = await mkdtemp(join(scratchIn, SCRATCH))
  try {
    const files = diskFiles(join(scratch, 'files'))
    await copyBack(folder, manifest, scratch, files)
    const db = openDatabase(join(scratch, DATABASE_FILE))
    try {
      await checkDatabase(db, manifest)
      await migrate(db)
    } finally {
      await db.destroy()
    }
    await checkFiles(files, manifest)
    return manifest
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function checkDatabase(db: Db, { records }: Manifest) {
  const integrity = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  const found = integrity.rows.map((row) => row.integrity_check).join('; ')
  if (found !== 'ok') throw new Error(`the copy of the database is damaged: ${found}`)
  const lost = await sql`pragma foreign_key_check`.execute(db)
  if (lost.rows.length) throw new Error(`${lost.rows.length} records name others that are not there`)
  for (const [table, count] of Object.entries(records)) {
    const { rows } = await sql<{ total: number }>`select count(*) as total from ${sql.table(table)}`.execute(db)
    // Tables that only have a stamp count 0.
    if (count > 0 && rows[0]?.total !== count) {
      throw new Error(`the table ${table} holds ${rows[0]?.total} records instead of ${count}`)
    }
  }
}

async function checkFiles(files: FileStore, manifest: Manifest) {
  for (const { name, sha256 } of manifest.files) {
    const content = await files.read(name)
    const hash = content && createHash('sha256').update(content).digest('hex')
    if (hash !== sha256) throw new Error(`the file ${name} is ${content ? 'damaged' : 'missing'}`)
  }
}
