import { existsSync } from 'node:fs'
import { backup, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

const MAX_STATEMENTS = 500
/** More pages than any database has: SQLite then copies all of them in one step. */
const ALL_PAGES = 0x7fffffff

/** How to open a file: a statement that meets a lock waits for `timeout` milliseconds. */
type Opening = { timeout?: number; readonly?: boolean; mustExist?: boolean }

type Values = readonly unknown[]
type Row = Record<string, unknown>

/** An SQLite error. `code` is SQLite's name for its kind: SQLITE_BUSY. */
export class SqliteError extends Error {
  readonly code: string

  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

/** A prepared statement. `reader` is whether it has rows. */
export class SqliteStatement {
  readonly reader: boolean
  readonly #statement: StatementSync
  #toRow: (cells: unknown[]) => Row = () => ({})
  #width = 0

  constructor(statement: StatementSync) {
    this.#statement = statement
    this.#readColumns()
    this.reader = this.#width > 0
    // The rows made by node:sqlite have no prototype, and V8 keeps such objects in a slow form.
    statement.setReturnArrays(true)
  }

  /** All rows. Throws SqliteError. */
  all(values: Values = []): Row[] {
    const found = inSqliteWords(() => this.#statement.all(...(values as SQLInputValue[]))) as unknown as unknown[][]
    // Something else has changed the table.
    if (found[0] && found[0].length !== this.#width) this.#readColumns()
    return found.map(this.#toRow)
  }

  /** The first row. Throws SqliteError. */
  get(values: Values = []): Row | undefined {
    return this.all(values)[0]
  }

  /** Throws SqliteError. */
  run(values: Values = []) {
    return inSqliteWords(() => this.#statement.run(...(values as SQLInputValue[])))
  }

  /** The rows one by one. */
  *iterate(values: Values = []): IterableIterator<Row> {
    for (const cells of this.#statement.iterate(...(values as SQLInputValue[]))) {
      yield this.#toRow(cells as unknown as unknown[])
    }
  }

  #readColumns() {
    const names = this.#statement.columns().map(({ name }) => name)
    this.#width = names.length
    this.#toRow = (cells) => {
      const row: Row = {}
      for (let place = 0; place < names.length; place++) row[names[place] as string] = cells[place]
      return row
    }
  }
}

/** A connection to an SQLite database: a file, an empty one in memory (':memory:'), or a copy of bytes. */
export class SqliteFile {
  readonly #database: DatabaseSync
  readonly #prepared = new Map<string, SqliteStatement>()

  /** Throws SqliteError if the file cannot be opened. */
  constructor(source: string | Buffer, { timeout = 5000, readonly = false, mustExist = readonly }: Opening = {}) {
    const path = typeof source === 'string' ? source : ':memory:'
    if (mustExist && !existsSync(path)) throw new SqliteError('unable to open database file', 'SQLITE_CANTOPEN')
    this.#database = inSqliteWords(() => new DatabaseSync(path, { timeout, readOnly: readonly }))
    if (typeof source !== 'string') this.#database.deserialize(withoutLog(source))
  }

  get inTransaction() {
    return this.#database.isTransaction
  }

  /** Runs statements without values whose rows nobody needs. Throws SqliteError. */
  exec(text: string) {
    inSqliteWords(() => this.#database.exec(text))
  }

  /**
   * The statement for a text, prepared once: preparing takes longer than running most statements. Throws SqliteError.
   */
  prepare(text: string): SqliteStatement {
    const known = this.#prepared.get(text)
    if (known) return known
    const statement = new SqliteStatement(inSqliteWords(() => this.#database.prepare(text)))
    const changesTables = /^\s*(create|alter|drop)\s/i.test(text)
    if (changesTables || this.#prepared.size >= MAX_STATEMENTS) this.#prepared.clear()
    if (!changesTables) this.#prepared.set(text, statement)
    return statement
  }

  /** The first column of all rows. Throws SqliteError. */
  column<Value>(text: string, values: Values = []): Value[] {
    const rows = this.prepare(text).all(values)
    return rows.map((row) => Object.values(row)[0] as Value)
  }

  /** Runs `work` in a transaction. */
  transaction<Result>(work: () => Result): Result {
    this.exec('begin')
    try {
      const result = work()
      this.exec('commit')
      return result
    } catch (error) {
      if (this.inTransaction) this.exec('rollback')
      throw error
    }
  }

  /** Copies the database as of one moment into a new file. Throws SqliteError. */
  async backup(to: string) {
    await backup(this.#database, to, { rate: ALL_PAGES }).catch(rethrow)
  }

  /** The database's current bytes, for a copy of it. */
  bytes() {
    return this.#database.serialize()
  }

  close() {
    this.#prepared.clear()
    this.#database.close()
  }
}

/** A database in memory has no write-ahead log; two bytes of a file say so (https://sqlite.org/fileformat.html). */
function withoutLog(file: Buffer) {
  const copy = Buffer.from(file)
  copy.fill(1, 18, 20)
  return copy
}

function inSqliteWords<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    return rethrow(error)
  }
}

/** The names of error kinds by number: https://sqlite.org/rescode.html */
const CODES: Record<number, string> = {
  1: 'SQLITE_ERROR',
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  19: 'SQLITE_CONSTRAINT',
  26: 'SQLITE_NOTADB',
}

function rethrow(error: unknown): never {
  const { errcode, message } = error as { errcode?: number; message: string }
  if (errcode === undefined) throw error
  throw new SqliteError(message, CODES[errcode & 0xff] ?? `SQLITE_${errcode}`)
}
