import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { readersFor, setReaders } from './readers.ts'
import type { Db, Tables } from './schema.ts'
import { BUSY_TIMEOUT_MS } from './sqlite-engine.ts'
import { statementCache } from './statement-cache.ts'

/**
 * Opens the embedded database. `source` is the path of its file, which is created with its folder where it is missing;
 * or ':memory:' for an empty database in memory; or the bytes of such a file for a copy of it in memory. Opened `alone`,
 * nobody else can open it until it is closed.
 */
export function openDatabase(source: string | Buffer, { alone = false } = {}): Db {
  const file = typeof source === 'string' && source !== ':memory:' ? source : undefined
  if (file) mkdirSync(dirname(file), { recursive: true })
  const sqlite = new Database(source, { timeout: BUSY_TIMEOUT_MS })
  if (alone) sqlite.pragma('locking_mode = EXCLUSIVE')
  sqlite.pragma('journal_mode = WAL')
  // better-sqlite3 opens WAL files with synchronous=NORMAL, which may lose the last commits in a power cut.
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  sqlite.pragma('cache_size = -65536')
  // Limits how much `optimize` reads when the database is closed, which is when the planner's statistics are updated.
  sqlite.pragma('analysis_limit = 400')
  const readers = file === undefined || alone ? undefined : readersFor(file)
  const database = withPreparedStatements(sqlite, () => readers?.stop())
  const db: Db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  if (readers) setReaders(db, readers)
  return db
}

// Kysely prepares every query again, so statements are cached here.
function withPreparedStatements(sqlite: Database.Database, beforeClose: () => void) {
  const prepare = statementCache(sqlite)
  function inOurWords(query: string) {
    // Takes the write lock at the start: a transaction that asks for it later can be turned away halfway.
    if (query === 'begin') return 'begin immediate'
    // A full disk ends the transaction by itself. The rollback that follows must not fail and hide the cause.
    return query === 'rollback' && !sqlite.inTransaction ? 'select 1' : query
  }
  return {
    close() {
      beforeClose()
      try {
        sqlite.pragma('optimize')
      } catch {
        // On a full disk the statistics stay as they are.
      }
      sqlite.close()
    },
    prepare: (query: string) => prepare(inOurWords(query)),
  }
}
