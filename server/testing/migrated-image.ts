import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openDatabase } from '../db/engines/open.ts'
import { migrate } from '../db/migrate.ts'

let image: Promise<Buffer> | undefined

/** The bytes of an SQLite file with all migrations applied and no records in it, made once a worker. */
export function migratedImage() {
  image ??= makeImage()
  return image
}

/** Writes a migrated and empty SQLite database to a file, for tests that ask for the file itself. */
export async function writeTestDatabase(file: string) {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, await migratedImage(), { mode: 0o600 })
}

async function makeImage() {
  const folder = await mkdtemp(join(tmpdir(), 'template-'))
  const file = join(folder, 'template.db')
  const db = openDatabase(file)
  await migrate(db)
  await db.destroy()
  const bytes = await readFile(file)
  await rm(folder, { recursive: true })
  return bytes
}
