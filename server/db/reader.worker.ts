import { workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { rethrowForThread } from '../processes/threads.ts'
import { statementCache } from './statement-cache.ts'

export type Query = { text: string; values: readonly (string | number)[] }

const database = new Database(workerData as string, { readonly: true, fileMustExist: true })
database.pragma('cache_size = -65536')
database.pragma('temp_store = MEMORY')
const prepare = statementCache(database)

/** The rows of a query as the text of a JSON array. */
export const json = (query: Query) => JSON.stringify(rows(query))

/** Runs a query on this thread's own connection. */
export function rows({ text, values }: Query) {
  try {
    return prepare(text).all(...values)
  } catch (error) {
    return rethrowForThread(error)
  }
}
