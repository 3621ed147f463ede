import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { isPostgres } from '../db/engines/is-postgres.ts'
import type { Db } from '../db/schema.ts'

const folder = join(import.meta.dirname, 'fixtures', 'releases')

/** The file with a release's database, for one of the two databases. */
export const releaseFile = (release: string, kind: 'sqlite' | 'postgres') => join(folder, `${release}.${kind}.sql`)

/** The releases with stored databases for both, such as `after-0009`, oldest first. */
export function storedReleases() {
  const files = readdirSync(folder)
  const [onSqlite = [], onPostgres = []] = ['.sqlite.sql', '.postgres.sql'].map((end) =>
    files.filter((name) => name.endsWith(end)).map((name) => name.replace(end, '')),
  )
  return onSqlite.filter((release) => onPostgres.includes(release)).toSorted()
}

/** Turns an empty database into that of a release, with two or more rows in each table. */
export async function restoreRelease(db: Db, release: string) {
  const kind = isPostgres(db) ? 'postgres' : 'sqlite'
  const text = readFileSync(releaseFile(release, kind), 'utf8')
  const statements = kind === 'postgres' ? [text] : text.split(/;\n(?=CREATE |insert )|;\n$/)
  for (const statement of statements) if (statement) await sql.raw(statement).execute(db)
}
