import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'

const MOST_STATEMENTS = 200

const database = new Database(workerData as string, { readonly: true, fileMustExist: true })
database.pragma('cache_size = -65536')
database.pragma('temp_store = MEMORY')
const prepared = new Map<string, Database.Statement>()

parentPort?.on('message', ({ id, text, values }: { id: number; text: string; values: (string | number)[] }) => {
  try {
    parentPort?.postMessage({ id, rows: prepare(text).all(...values) })
  } catch (error) {
    parentPort?.postMessage({ id, problem: (error as Error).message })
  }
})

function prepare(text: string) {
  const known = prepared.get(text)
  if (known) return known
  if (prepared.size >= MOST_STATEMENTS) prepared.clear()
  const statement = database.prepare(text)
  prepared.set(text, statement)
  return statement
}
