import { createHash } from 'node:crypto'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import type { Db } from '../db/schema.ts'
import { makeFolder } from '../start/make-folder.ts'
import { DATABASE_FILE } from '../start/open-configured.ts'
import { FILES, type Manifest, readManifest } from './manifest.ts'

/** How the names of the folders begin in which backups are checked. */
export const SCRATCH = 'check-'

/**
 * Checks the backup in `folder`: its database, restored into a new folder below `scratchIn`, is intact, holds as many
 * rows as the original did and can be migrated, and every file has its content. The folder for temporary files of the
 * system may be memory, so it is not used. Throws an Error that says what is wrong.
 */
export async function checkBackup(folder: string, scratchIn: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  makeFolder(scratchIn, 'data')
  const scratch = await mkdtemp(join(scratchIn, SCRATCH))
  try {
    const copy = join(scratch, DATABASE_FILE)
    await copyFile(join(folder, DATABASE_FILE), copy)
    const db = openDatabase(copy)
    try {
      await checkDatabase(db, manifest)
      await migrate(db)
    } finally {
      await db.destroy()
    }
    await checkFiles(folder, manifest)
    return manifest
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function checkDatabase(db: Db, { records, format }: Manifest) {
  const integrity = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  const found = integrity.rows.map((row) => row.integrity_check).join('; ')
  if (found !== 'ok') throw new Error(`the copy of the database is damaged: ${found}`)
  const lost = await sql`pragma foreign_key_check`.execute(db)
  if (lost.rows.length) throw new Error(`${lost.rows.length} records name others that are not there`)
  for (const [table, count] of Object.entries(records)) {
    // The first form counted nothing in some tables.
    if (format === 1 && count === 0) continue
    const { rows } = await sql<{ total: number }>`select count(*) as total from ${sql.table(table)}`.execute(db)
    if (rows[0]?.total !== count) {
      throw new Error(`the table ${table} holds ${rows[0]?.total} records instead of ${count}`)
    }
  }
}

async function checkFiles(folder: string, manifest: Manifest) {
  for (const { name, sha256 } of manifest.files) {
    const content = await readFile(join(folder, FILES, name)).catch(() => {
      throw new Error(`the file ${name} is missing`)
    })
    if (createHash('sha256').update(content).digest('hex') !== sha256) throw new Error(`the file ${name} is damaged`)
  }
}
