import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '../db/engines/open.ts'
import { migrate } from '../db/migrate.ts'
import type { Db } from '../db/schema.ts'
import { makeFolder } from '../start/make-folder.ts'
import { DATABASE_FILE } from '../start/open-configured.ts'
import { checkContent } from './checksums.ts'
import { type Manifest, readManifest } from './manifest.ts'

/** The prefix of folders in which backups are checked. */
export const SCRATCH = 'check-'

/**
 * Checks the backup in `folder`: its database, restored into a new folder below `scratchIn`, is intact, has as many
 * rows as the original, no damaged passwords, and can be migrated; database, key and files match their checksums. The
 * system's temporary folder may be in memory, so it is not used. Throws an Error that says what is wrong.
 */
export async function checkBackup(folder: string, scratchIn: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  makeFolder(scratchIn, 'data')
  const scratch = await mkdtemp(join(scratchIn, SCRATCH))
  try {
    await checkContent(folder, manifest)
    const copy = join(scratch, DATABASE_FILE)
    await copyFile(join(folder, DATABASE_FILE), copy)
    const db = openDatabase(copy)
    try {
      await checkDatabase(db, manifest)
      // With its checksum, the copy is exactly like the original, whatever that held.
      if (!manifest.database) await checkPasswords(db)
      await migrate(db)
    } finally {
      await db.destroy()
    }
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
  if (lost.rows.length) throw new Error(`${lost.rows.length} records refer to others that are missing`)
  for (const [table, count] of Object.entries(records)) {
    // The first format did not count some tables.
    if (format === 1 && count === 0) continue
    const { rows } = await sql<{ total: number }>`select count(*) as total from ${sql.table(table)}`.execute(db)
    if (rows[0]?.total !== count) {
      throw new Error(`the table ${table} holds ${rows[0]?.total} records instead of ${count}`)
    }
  }
}

/** The form of an argon2id hash's parameters and parts: a damaged one lets nobody in. */
const HASH = /^\$argon2id\$v=\d+\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/

async function checkPasswords(db: Db) {
  for (const table of ['admins', 'users']) {
    const { rows } = await sql<{ hash: string }>`
      select password_hash as hash from ${sql.table(table)} where password_hash <> ''`.execute(db)
    const broken = rows.filter(({ hash }) => !HASH.test(hash)).length
    if (broken) throw new Error(`${broken} password hashes in the table ${table} are damaged`)
  }
}
