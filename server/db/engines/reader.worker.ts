import { workerData } from 'node:worker_threads'
import { rethrowForThread } from '../../processes/threads.ts'
import { SqliteFile } from './sqlite-file.ts'

export type Query = { text: string; values: readonly (string | number)[] }

const database = new SqliteFile(workerData as string, { readonly: true })
database.exec('pragma cache_size = -65536')
database.exec('pragma temp_store = MEMORY')

/** A query's rows as the text of a JSON array. */
export const json = (query: Query) => JSON.stringify(rows(query))

/** Runs a query on this thread's own connection. */
export function rows({ text, values }: Query) {
  try {
    return database.prepare(text).all(values)
  } catch (error) {
    return rethrowForThread(error)
  }
}
