import { setImmediate, setTimeout } from 'node:timers/promises'
import { type DatabaseConnection, SqliteDialect, SqliteDriver } from 'kysely'
import { SqliteError, type SqliteFile, type SqliteStatement } from './sqlite-file.ts'

/** In milliseconds, how long a transaction may keep the event loop, on which calls that only read are answered. */
const TURN_MS = 5
/** In milliseconds, how long another process that writes is waited for, and how often it is asked whether it has ended. */
const PATIENCE_MS = 1000
const ASK_EVERY_MS = 20

type Database = { prepare: (query: string) => SqliteStatement; close: () => void }

/**
 * SQLite for Kysely. Statements run on the thread that asks, so a transaction of many would hold up all calls: every few
 * milliseconds it lets those run that wait for nothing but the event loop. So does a statement that waits for another
 * process, such as a backup tool, to end its transaction.
 */
export class YieldingDialect extends SqliteDialect {
  readonly #database: Database
  readonly #file: Pick<SqliteFile, 'inTransaction'>

  constructor(database: Database, file: Pick<SqliteFile, 'inTransaction'>) {
    super({ database })
    this.#database = database
    this.#file = file
  }

  override createDriver() {
    return new YieldingDriver(this.#database, this.#file)
  }
}

class YieldingDriver extends SqliteDriver {
  readonly #file: Pick<SqliteFile, 'inTransaction'>
  #connection: DatabaseConnection | undefined
  #turnBegan = 0

  constructor(database: Database, file: Pick<SqliteFile, 'inTransaction'>) {
    super({ database })
    this.#file = file
  }

  override async acquireConnection() {
    this.#turnBegan = performance.now()
    return (this.#connection ??= this.#yielding(await super.acquireConnection()))
  }

  /** Only what begins a transaction, or stands alone, may find the database locked, and has done nothing yet. */
  async #patiently<Result>(run: () => Promise<Result>): Promise<Result> {
    for (const end = performance.now() + PATIENCE_MS; ; await setTimeout(ASK_EVERY_MS)) {
      try {
        return await run()
      } catch (error) {
        const isLocked = error instanceof SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code)
        if (!isLocked || this.#file.inTransaction || performance.now() > end) throw error
      }
    }
  }

  #yielding(connection: DatabaseConnection): DatabaseConnection {
    return {
      executeQuery: async (query) => {
        const result = await this.#patiently(() => connection.executeQuery(query))
        if (this.#file.inTransaction && performance.now() - this.#turnBegan > TURN_MS) {
          await setImmediate()
          this.#turnBegan = performance.now()
        }
        return result as never
      },
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize) as never,
    }
  }
}
