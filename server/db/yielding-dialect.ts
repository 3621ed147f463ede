import { setImmediate } from 'node:timers/promises'
import { type DatabaseConnection, SqliteDialect, SqliteDriver } from 'kysely'
import type { SqliteFile, SqliteStatement } from './sqlite-file.ts'

/** In milliseconds, how long a transaction may keep the event loop, on which calls that only read are answered. */
const TURN_MS = 5

type Database = { prepare: (query: string) => SqliteStatement; close: () => void }

/**
 * SQLite for Kysely. Statements run on the thread that asks, so a transaction of many would hold up all calls: every few
 * milliseconds it lets those run that wait for nothing but the event loop.
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

  #yielding(connection: DatabaseConnection): DatabaseConnection {
    return {
      executeQuery: async (query) => {
        const result = await connection.executeQuery(query)
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
