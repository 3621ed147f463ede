import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { preparedOn } from './prepared.ts'

const database = new Database(workerData as string, { readonly: true, fileMustExist: true })
database.pragma('cache_size = -65536')
database.pragma('temp_store = MEMORY')
const prepare = preparedOn(database)

parentPort?.on('message', ({ id, text, values }: { id: number; text: string; values: (string | number)[] }) => {
  try {
    parentPort?.postMessage({ id, rows: prepare(text).all(...values) })
  } catch (error) {
    parentPort?.postMessage({ id, problem: (error as Error).message })
  }
})
