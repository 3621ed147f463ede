import { dirname } from 'node:path'
import { Kysely, type Logger } from 'kysely'
import { makeFolders } from '../../folders.ts'
import type { Db, Tables } from '../schema.ts'
import { openQuickReader, readersFor, setReaders } from './readers.ts'
import { setSource } from './snapshot.ts'
import { BUSY_TIMEOUT_MS, SECURE_DELETE } from './sqlite-engine.ts'
import { SqliteFile } from './sqlite-file.ts'
import { YieldingDialect } from './yielding-dialect.ts'

/** In bytes, after a checkpoint. */
const LARGEST_LOG = 8 * 1024 * 1024

type Options = { alone?: boolean; log?: Logger | [] }

/**
 * Opens the embedded database. `source` is the path of its file, which is created with its folder if missing; or
 * ':memory:' for an empty database in memory; or the bytes of such a file for a copy of it in memory. Opened `alone`,
 * nothing else can open it until it is closed. `log` gets every statement.
 */
export function openDatabase(source: string | Buffer, { alone = false, log = [] }: Options = {}): Db {
  const file = typeof source === 'string' && source !== ':memory:' ? source : undefined
  if (file) makeFolders(dirname(file))
  const sqlite = new SqliteFile(source, { timeout: BUSY_TIMEOUT_MS })
  if (alone) sqlite.exec('pragma locking_mode = EXCLUSIVE')
  // Only before anything is written: later it would mean rewriting the whole file.
  sqlite.exec('pragma auto_vacuum = INCREMENTAL')
  sqlite.exec('pragma journal_mode = WAL')
  sqlite.exec('pragma synchronous = FULL')
  sqlite.exec('pragma foreign_keys = ON')
  sqlite.exec(`pragma secure_delete = ${SECURE_DELETE}`)
  // Returns the space of a log that one large write has grown, such as the demo data.
  sqlite.exec(`pragma journal_size_limit = ${LARGEST_LOG}`)
  sqlite.exec('pragma cache_size = -65536')
  // Limits how much `optimize` reads when it updates the planner's statistics as the database is closed.
  sqlite.exec('pragma analysis_limit = 400')
  const closing: (() => void)[] = []
  const database = inOurWords(sqlite, () => closing.forEach((close) => close()))
  const db: Db = new Kysely<Tables>({ dialect: new YieldingDialect(database, sqlite), log })
  setSource(db, () => (file === undefined ? { bytes: sqlite.bytes() } : { file }))
  if (file === undefined || alone) return db
  const readers = readersFor(file)
  setReaders(db, readers)
  const quickReader = openQuickReader(db, file)
  closing.push(readers.stop, () => quickReader.close())
  return db
}

function inOurWords(sqlite: SqliteFile, beforeClose: () => void) {
  function ours(query: string) {
    // Takes the write lock at the start: a transaction that asks for it later can be rejected halfway.
    if (query === 'begin') return 'begin immediate'
    // A full disk ends the transaction. The rollback that follows must not fail and hide the cause.
    return query === 'rollback' && !sqlite.inTransaction ? 'select 1' : query
  }
  return {
    close() {
      beforeClose()
      try {
        sqlite.exec('pragma optimize')
      } catch {
        // On a full disk the statistics stay as they are.
      }
      sqlite.close()
    },
    prepare: (query: string) => sqlite.prepare(ours(query)),
  }
}
