import { setImmediate, setTimeout } from 'node:timers/promises'
import { type DatabaseConnection, SqliteDialect, SqliteDriver } from 'kysely'
import { SqliteError, type SqliteFile, type SqliteStatement } from './sqlite-file.ts'

/** In milliseconds: how long a transaction may hold the event loop, which read-only calls need for their answers. */
const TURN_MS = 5
/** In milliseconds: how long to wait for another writing process, and how often to retry. */
const PATIENCE_MS = 1000
const ASK_EVERY_MS = 20

type Database = { prepare: (query: string) => SqliteStatement; close: () => void }

/**
 * SQLite for Kysely. Statements run on the calling thread, so a transaction of many would block all calls: every few
 * milliseconds it lets those run that only wait for the event loop. So does a statement waiting for another process,
 * such as a backup tool, to end its transaction.
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

  /**
   * Only a statement that begins a transaction, or stands alone, can find the database locked, and it has done nothing
   * yet.
   */
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
